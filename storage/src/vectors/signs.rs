//! The signs of the components, one bit each: a scan of very many rows reads them first.
//!
//! The dot product of the query with the signs of a row, as 1 and -1, is computed. Among 200,000 names, the
//! five hundred rows with the largest products include more than 999 of 1,000 of the true ten nearest, at an
//! eighth of the bytes of the 8-bit components.
//!
//! For a given query, four signs contribute one of sixteen numbers. The signs of [`ROWS`] rows are adjacent,
//! so that one instruction looks up the numbers of all of them (the technique of FAISS's "fast scan").

use super::DIMENSIONS;

/// Number of rows of a block.
pub(super) const ROWS: usize = 32;
/// Bytes of signs per row.
const BYTES: usize = DIMENSIONS / 8;
/// Size of a block in bytes.
pub(super) const BLOCK: usize = ROWS * BYTES;
/// The largest number in a table: the sum of sixteen of them is less than 256.
const LARGEST: u8 = 15;

/// The signs of [`ROWS`] rows: first the signs of the first eight components of each row, the
/// lowest bit first, set where a component is negative; then those of the next eight.
pub(super) type Block = [[u8; ROWS]; BYTES];

/// Writes the signs of rows of [`DIMENSIONS`] 8-bit components, as they come.
#[derive(Default)]
pub(super) struct Writer {
    blocks: Vec<Block>,
    rows: usize,
}

impl Writer {
    pub(super) fn push(&mut self, components: &[i8]) {
        let row = self.rows % ROWS;
        if row == 0 {
            self.blocks.push([[0; ROWS]; BYTES]);
        }
        self.rows += 1;
        let Some(block) = self.blocks.last_mut() else { return };
        for (bytes, components) in block.iter_mut().zip(components.chunks(8)) {
            bytes[row] = components.iter().rev().fold(0, |bits, part| bits << 1 | u8::from(*part < 0));
        }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        self.blocks.as_flattened().as_flattened()
    }
}

/// The contribution of four signs, by their bits; each table is stored twice, for both halves of a register.
type Table = [u8; 32];

/// The tables of one query.
pub(super) struct Tables(Vec<[Table; 2]>);

impl Tables {
    /// The tables of a query of [`DIMENSIONS`] 8-bit components.
    pub(super) fn new(query: &[i8]) -> Tables {
        let size = |four: &[i8]| four.iter().map(|part| f32::from(part.unsigned_abs())).sum::<f32>();
        let largest = query.chunks(4).map(size).fold(1.0, f32::max);
        let table = |four: &[i8]| {
            let mut table = [0; 32];
            for (bits, entry) in table.iter_mut().enumerate() {
                let signed = four
                    .iter()
                    .enumerate()
                    .map(|(at, part)| if bits >> at & 1 == 1 { -f32::from(*part) } else { f32::from(*part) });
                let part = (signed.sum::<f32>() + size(four)) / (2.0 * largest);
                *entry = (part * f32::from(LARGEST)).round() as u8;
            }
            table
        };
        let pair = |eight: &[i8]| {
            let (low, high) = eight.split_at(eight.len().min(4));
            [table(low), table(high)]
        };
        Tables(query.chunks(8).map(pair).collect())
    }
}

/// The largest possible product.
const LARGEST_PRODUCT: usize = DIMENSIONS / 4 * LARGEST as usize;

/// The rows with the largest products. Products have no unit: a larger one means a nearer row.
pub(super) struct Likely {
    wanted: usize,
    /// Rows with smaller products are excluded.
    floor: u16,
    /// The number of rows at or above the floor for each product.
    counts: [usize; LARGEST_PRODUCT + 1],
    within: usize,
    /// The rows at or above the floor, and some that were added before it rose.
    rows: Vec<(u16, u32)>,
}

impl Likely {
    /// The `wanted` rows with the largest products, and all that are equal to the last.
    pub(super) fn new(wanted: usize) -> Likely {
        Likely { wanted, floor: 0, counts: [0; LARGEST_PRODUCT + 1], within: 0, rows: Vec::new() }
    }

    fn offer(&mut self, product: u16, row: u32) {
        let Some(count) = self.counts.get_mut(usize::from(product)) else { return };
        if product < self.floor {
            return;
        }
        *count += 1;
        self.rows.push((product, row));
        self.within += 1;
        // The floor rises when there are enough rows above it.
        while let Some(lowest) = self.counts.get(usize::from(self.floor))
            && self.within - lowest >= self.wanted.max(1)
        {
            self.within -= lowest;
            self.floor += 1;
        }
    }

    /// Adds the rows found by another one in other parts.
    pub(super) fn absorb(&mut self, other: Likely) {
        other.rows.into_iter().for_each(|(product, row)| self.offer(product, row));
    }

    /// The numbers of the rows, ascending.
    pub(super) fn rows(self) -> Vec<u32> {
        let within = self.rows.into_iter().filter(|(product, _)| *product >= self.floor);
        let mut rows: Vec<u32> = within.map(|(_, row)| row).collect();
        rows.sort_unstable();
        rows
    }
}

/// The instructions for computing products.
#[derive(Clone, Copy)]
pub(super) struct Instructions(#[cfg(target_arch = "x86_64")] pulp::x86::V3);

impl Instructions {
    /// `None` when this processor cannot look up 32 bytes at once; then a scan of the 8-bit components is
    /// faster than any other way.
    pub(super) fn get() -> Option<Instructions> {
        #[cfg(target_arch = "x86_64")]
        return pulp::x86::V3::try_new().map(Instructions);
        #[cfg(not(target_arch = "x86_64"))]
        None
    }

    /// Offers `likely` those rows of the blocks, numbered from the first of them, for which `pass` is true.
    pub(super) fn look(
        self,
        blocks: &[Block],
        tables: &Tables,
        first: usize,
        pass: impl Fn(usize) -> bool,
        likely: &mut Likely,
    ) {
        for (block, first) in blocks.iter().zip((first..).step_by(ROWS)) {
            let Some(products) = self.of_block(block, tables, likely.floor) else { continue };
            for (product, row) in products.into_iter().zip(first..) {
                if product >= likely.floor && pass(row) {
                    likely.offer(product, row as u32);
                }
            }
        }
    }

    /// The products of a block, if one of them is at least `floor`.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    fn of_block(self, block: &Block, tables: &Tables, floor: u16) -> Option<[u16; ROWS]> {
        pulp::Simd::vectorize(self.0, OfBlock { simd: self.0, block, tables, floor })
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn of_block(self, _: &Block, _: &Tables, _: u16) -> Option<[u16; ROWS]> {
        None
    }
}

/// [`Instructions::of_block`], to be compiled for these instructions.
#[cfg(target_arch = "x86_64")]
struct OfBlock<'a> {
    simd: pulp::x86::V3,
    block: &'a Block,
    tables: &'a Tables,
    floor: u16,
}

#[cfg(target_arch = "x86_64")]
impl pulp::NullaryFnOnce for OfBlock<'_> {
    type Output = Option<[u16; ROWS]>;

    #[inline(always)]
    fn call(self) -> Self::Output {
        use std::arch::x86_64::__m256i;
        let OfBlock { simd, block, tables, floor } = self;
        let avx2 = simd.avx2;
        let four: __m256i = pulp::cast([0x0f_u8; 32]);
        let low: __m256i = pulp::cast([0xff_u16; 16]);
        // Sums for the rows with even numbers, and for those with odd ones.
        let mut even: __m256i = pulp::cast([0_u8; 32]);
        let mut odd = even;
        for (bytes, tables) in block.chunks(8).zip(tables.0.chunks(8)) {
            let mut sums: __m256i = pulp::cast([0_u8; 32]);
            for (bytes, [first, second]) in bytes.iter().zip(tables) {
                let bytes: __m256i = pulp::cast(*bytes);
                let bits = avx2._mm256_and_si256(bytes, four);
                sums = avx2._mm256_add_epi8(sums, avx2._mm256_shuffle_epi8(pulp::cast(*first), bits));
                let bits = avx2._mm256_and_si256(avx2._mm256_srli_epi16::<4>(bytes), four);
                sums = avx2._mm256_add_epi8(sums, avx2._mm256_shuffle_epi8(pulp::cast(*second), bits));
            }
            even = avx2._mm256_add_epi16(even, avx2._mm256_and_si256(sums, low));
            odd = avx2._mm256_add_epi16(odd, avx2._mm256_srli_epi16::<8>(sums));
        }
        // Products are far below the maximum of 15 bits, so signed comparison is safe.
        let below: __m256i = pulp::cast([floor as i16 - 1; 16]);
        let over =
            avx2._mm256_or_si256(avx2._mm256_cmpgt_epi16(even, below), avx2._mm256_cmpgt_epi16(odd, below));
        if avx2._mm256_movemask_epi8(over) == 0 {
            return None;
        }
        let (even, odd): ([u16; 16], [u16; 16]) = (pulp::cast(even), pulp::cast(odd));
        let mut products = [0; ROWS];
        for (pair, (even, odd)) in products.as_chunks_mut::<2>().0.iter_mut().zip(even.into_iter().zip(odd)) {
            *pair = [even, odd];
        }
        Some(products)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_those_of_the_tables() {
        let Some(instructions) = Instructions::get() else {
            println!("skipped: this processor has no instruction for it");
            return;
        };
        let component = |n: usize| (n * 7919 % 251) as i8;
        let rows: Vec<Vec<i8>> = (0..70)
            .map(|row| (0..DIMENSIONS).map(|at| component(row * DIMENSIONS + at * row)).collect())
            .collect();
        let query: Vec<i8> = (0..DIMENSIONS).map(|at| component(at * 3 + 1)).collect();
        let mut writer = Writer::default();
        rows.iter().for_each(|row| writer.push(row));
        let tables = Tables::new(&query);
        let product = |row: &Vec<i8>| -> u16 {
            let four = |four: &[i8]| {
                four.iter().enumerate().map(|(at, part)| usize::from(*part < 0) << at).sum::<usize>()
            };
            let tables = tables.0.as_flattened().iter();
            row.chunks(4).zip(tables).map(|(row, table)| u16::from(table[four(row)])).sum()
        };
        let (first, second) = writer.blocks.split_at(1);
        for wanted in [1, 7, 40, 200] {
            let mut products: Vec<u16> = rows.iter().map(product).collect();
            products.sort_unstable_by(|left, right| right.cmp(left));
            let last = products[wanted.min(rows.len()) - 1];
            let within = |row: &usize| product(&rows[*row]) >= last;
            let expected: Vec<u32> = (0..rows.len()).filter(within).map(|row| row as u32).collect();
            // The last block is padded.
            let pass = |row| row < rows.len();
            let (mut likely, mut others) = (Likely::new(wanted), Likely::new(wanted));
            instructions.look(first, &tables, 0, pass, &mut likely);
            instructions.look(second, &tables, ROWS, pass, &mut others);
            likely.absorb(others);
            assert_eq!(likely.rows(), expected, "{wanted} wanted");
        }
    }

    #[test]
    fn the_largest_product_is_that_of_the_same_signs() {
        let query: Vec<i8> = (0..DIMENSIONS).map(|at| if at % 3 == 0 { -100 } else { 100 }).collect();
        let tables = Tables::new(&query);
        let all = tables.0.as_flattened().iter();
        assert!(all.clone().all(|table| table.iter().max() == Some(&LARGEST)));
        assert!(all.clone().all(|table| table.iter().min() == Some(&0)));
    }
}
