//! Result sets: what an item is, and when two items are the same.
//!
//! An entity or a row is identified by its node. A table cell is identified by
//! the fact it is in, so that sums, means and counts see equal values of
//! different rows separately.

use rustc_hash::{FxHashMap, FxHashSet};
use trustuqa_model::{Date, FactId, NodeId, Value};

/// What an item stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemValue {
    /// An entity, a relation or a row.
    Node(NodeId),
    /// The value of a table cell; the item's first fact is the cell, further ones are evidence.
    Cell(NodeId),
    /// A fact [h, r, t], as the condition of a temporal triple.
    Fact(FactId),
    /// A time at which a fact holds.
    Time(Date),
    /// A computed value with its text.
    Computed(Value, String),
    /// A value computed from one cell, the item's first fact, with its text. Like cells, equal values from
    /// different cells are kept apart.
    Derived(Value, String),
}

/// A member of a result set.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The value of the item.
    pub value: ItemValue,
    /// The facts from which it was read, in the order of reading.
    pub facts: Vec<FactId>,
    /// The value of the group of which the item is the key; `None` for an item that is no key.
    pub measure: Option<Box<Measure>>,
}

/// The value of a group: a count, a sum, a rank.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// The value by which groups are compared.
    pub value: Value,
    /// Its text.
    pub text: String,
}

/// Identity of an item within one set.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Identity {
    /// By node.
    Node(NodeId),
    /// By fact.
    Fact(FactId),
    /// By date.
    Time(Date),
    /// By text.
    Text(String),
    /// By text and the cell that it comes from.
    TextOf(String, FactId),
}

impl Item {
    /// An item that is not a key of a group.
    pub fn new(value: ItemValue, facts: Vec<FactId>) -> Item {
        Item { value, facts, measure: None }
    }

    /// The identity by which the members of one set are distinguished.
    pub fn identity(&self) -> Identity {
        match &self.value {
            ItemValue::Node(node) => Identity::Node(*node),
            ItemValue::Cell(node) => {
                self.facts.first().map_or(Identity::Node(*node), |fact| Identity::Fact(*fact))
            }
            ItemValue::Fact(fact) => Identity::Fact(*fact),
            ItemValue::Time(date) => Identity::Time(*date),
            ItemValue::Computed(_, text) => Identity::Text(text.clone()),
            ItemValue::Derived(_, text) => match self.facts.first() {
                Some(fact) => Identity::TextOf(text.clone(), *fact),
                None => Identity::Text(text.clone()),
            },
        }
    }

    /// The node of an entity, row or cell; `None` for any other item.
    pub fn node(&self) -> Option<NodeId> {
        match &self.value {
            ItemValue::Node(node) | ItemValue::Cell(node) => Some(*node),
            _ => None,
        }
    }
}

/// A result set: items in the order in which they were found, each once.
#[derive(Clone, Debug, Default)]
pub struct ItemSet {
    items: Vec<Item>,
    index: FxHashMap<Identity, usize>,
    /// The facts of items that have more than [`FEW`]: a name can occur in a million facts.
    many: FxHashMap<usize, FxHashSet<FactId>>,
}

/// Up to this many facts of an item are searched linearly.
const FEW: usize = 32;

impl PartialEq for ItemSet {
    fn eq(&self, other: &ItemSet) -> bool {
        self.items == other.items
    }
}

impl ItemSet {
    /// Adds an item, or the facts of the item when an equal one is present.
    pub fn push(&mut self, item: Item) {
        match self.index.entry(item.identity()) {
            std::collections::hash_map::Entry::Occupied(at) => {
                let known = &mut self.items[*at.get()].facts;
                for fact in item.facts {
                    let is_new = if known.len() <= FEW {
                        !known.contains(&fact)
                    } else {
                        let many = self.many.entry(*at.get());
                        many.or_insert_with(|| known.iter().copied().collect()).insert(fact)
                    };
                    if is_new {
                        known.push(fact);
                    }
                }
            }
            std::collections::hash_map::Entry::Vacant(slot) => {
                slot.insert(self.items.len());
                self.items.push(item);
            }
        }
    }

    /// Adds an item even if an equal one is present: the values of two groups are two, whatever they were
    /// made of.
    pub(super) fn push_apart(&mut self, item: Item) {
        self.index.entry(item.identity()).or_insert(self.items.len());
        self.items.push(item);
    }

    /// The items in order.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// True when nothing was found.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The distinct nodes of the items, in order.
    pub fn nodes(&self) -> Vec<NodeId> {
        let mut seen = FxHashSet::default();
        self.items.iter().filter_map(Item::node).filter(|node| seen.insert(*node)).collect()
    }

    /// The distinct facts behind the items, in order.
    pub fn facts(&self) -> Vec<FactId> {
        let mut seen = FxHashSet::default();
        self.items
            .iter()
            .flat_map(|item| item.facts.iter().copied())
            .filter(|fact| seen.insert(*fact))
            .collect()
    }
}

impl FromIterator<Item> for ItemSet {
    fn from_iter<T: IntoIterator<Item = Item>>(items: T) -> ItemSet {
        let mut set = ItemSet::default();
        for item in items {
            set.push(item);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adding a fact to an item with a hundred thousand facts takes no longer than to one with few.
    #[test]
    fn an_item_has_each_of_its_facts_once_however_many_there_are() {
        let mut set = ItemSet::default();
        for fact in (0..100_000).chain(50_000..150_000).chain(0..10) {
            set.push(Item::new(ItemValue::Node(NodeId(7)), vec![FactId(fact)]));
        }
        assert_eq!(set.len(), 1);
        assert_eq!(set.items()[0].facts, (0..150_000).map(FactId).collect::<Vec<_>>());
    }
}
