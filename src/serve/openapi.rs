//! The description of the routes as OpenAPI 3.0, made from the table that also routes the requests,
//! and from the types that the routes take and return.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::problem::ProblemDetails;
use super::routes::{Method, ROUTES, Route};

/// The whole description.
pub fn document() -> Value {
    let mut schemas = SchemaSettings::openapi3().into_generator();
    let problem = json!({ "description": "What is wrong, and what to do next", "content": {
        "application/problem+json": { "schema": schemas.subschema_for::<ProblemDetails>() },
    }});
    let mut paths = Map::new();
    for route in ROUTES {
        let method = match route.method {
            Method::Get => "get",
            Method::Post => "post",
        };
        let path = paths.entry(route.path.to_owned()).or_insert_with(|| json!({}));
        path[method] = operation(route, &problem, &mut schemas);
    }
    json!({
        "openapi": "3.0.3",
        "info": {
            "title": "trustuqa",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Questions over tables, knowledge graphs and temporal knowledge graphs.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas.take_definitions(true),
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
        "security": [{}, { "token": [] }],
    })
}

fn operation(route: &Route, problem: &Value, schemas: &mut schemars::SchemaGenerator) -> Value {
    let mut content = Map::new();
    let schema = (route.gives)(schemas);
    content.insert(route.media_type.to_owned(), json!({ "schema": schema }));
    if route.streams {
        content.insert("text/event-stream".to_owned(), json!({ "schema": { "type": "string" } }));
    }
    let mut operation = json!({
        "operationId": route.name,
        "summary": route.summary,
        "responses": {
            "200": { "description": "What was asked for", "content": content },
            "default": problem,
        },
    });
    if let Some(takes) = route.takes {
        operation["requestBody"] = json!({
            "required": true,
            "content": { "application/json": { "schema": takes(schemas) } },
        });
    }
    let parameters: Vec<Value> = route
        .path
        .split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
        .collect();
    if !parameters.is_empty() {
        operation["parameters"] = json!(parameters);
    }
    operation
}
