// SPDX-License-Identifier: MIT
//! Conversion of slices to the arrays that the C functions take.

/// Messages as an array of pointers and one of lengths. They are borrowed as long as this lives.
pub(crate) struct Messages<'a> {
    pub pointers: Vec<*const u8>,
    pub lengths: Vec<usize>,
    borrowed: std::marker::PhantomData<&'a [u8]>,
}

impl<'a> Messages<'a> {
    pub fn of<M: AsRef<[u8]>>(messages: &'a [M]) -> Self {
        // Empty arrays take no memory, so that a slice may have more of them than fit here: make room
        // for the outputs first, which are larger: a vector that no address space holds panics, and
        // does not end the process.
        let mut pointers = Vec::with_capacity(messages.len());
        let mut lengths = Vec::with_capacity(messages.len());
        for message in messages {
            let bytes = message.as_ref();
            pointers.push(bytes.as_ptr());
            lengths.push(bytes.len());
        }
        Messages { pointers, lengths, borrowed: std::marker::PhantomData }
    }
}
