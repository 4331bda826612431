//! Data whose columns have one kind of values each, and queries that compute with them.
