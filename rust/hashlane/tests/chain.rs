// SPDX-License-Identifier: MIT
//! Chains against the published one: SHA-256 of zeros, again and again.

use hashlane::chain::{self, Digest, NotVerified, Options, Segment, Stream, Verified};
use hashlane::Pool;
use std::sync::atomic::{AtomicI32, Ordering};
use std::thread;
use std::time::Duration;

const START: Digest = [0; 32];
const SALT: Digest = [7; 32];

/// The segments of a chain from `START`.
fn segments<'a>(
    checkpoints: &'a [Digest],
    every: u64,
    salt: Option<&'a Digest>,
) -> Vec<Segment<'a>> {
    let starts = std::iter::once(&START).chain(checkpoints);
    starts
        .zip(checkpoints)
        .map(|(start, end)| Segment { start, end, hashes: every, mixin: None, salt })
        .collect()
}

#[test]
fn a_known_digest() {
    let mut digests = [START; 3];
    chain::advance(&mut digests, 2);
    // SHA-256 of the SHA-256 of 32 zeros.
    let expected = "2b32db6c2c0a6235fb1397e8225ea85e0f0e6e8c7b126d0016ccbde0e667151e";
    for digest in digests {
        assert_eq!(hex(&digest), expected);
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{:02x}", byte)).collect()
}

#[test]
fn what_was_created_is_verified() {
    for salt in [None, Some(&SALT)] {
        let checkpoints = chain::create(&START, 30, 40, salt);
        let segments = segments(&checkpoints, 30, salt);
        let expected = Verified { segments: 40, hashes: 1200 };
        assert_eq!(chain::verify(&segments, &Options::default()), Ok(expected));
        assert_eq!(chain::verify_on(&segments, &Options::default(), &Pool::new(3)), Ok(expected));
    }
}

#[test]
fn the_lowest_wrong_segment_is_named() {
    let mut checkpoints = chain::create(&START, 30, 40, None);
    checkpoints[30][3] ^= 1;
    checkpoints[11][31] ^= 128;
    let segments = segments(&checkpoints, 30, None);
    assert_eq!(chain::verify(&segments, &Options::default()), Err(NotVerified::Wrong(11)));
    let any = Options { any: true, ..Options::default() };
    match chain::verify(&segments, &any) {
        Err(NotVerified::Wrong(segment)) => assert!([11, 12, 30, 31].contains(&segment)),
        other => panic!("{:?}", other),
    }
}

#[test]
fn streams_mix_data_in() {
    let mut streams = vec![Stream::new(&START, None), Stream::new(&START, Some(&SALT))];
    Stream::advance_many(&mut streams, 5);
    let (hashes, before) = streams[0].checkpoint();
    assert_eq!((hashes, before), (5, chain::create(&START, 5, 1, None)[0]));
    assert_eq!(streams[1].checkpoint().1, chain::create(&START, 5, 1, Some(&SALT))[0]);
    streams[0].mix(&SALT);
    let end = chain::mix(&before, &SALT);
    assert_eq!(streams[0].checkpoint(), (6, end));
    let claim = Segment { start: &START, end: &end, hashes: 6, mixin: Some(&SALT), salt: None };
    assert!(chain::verify(&[claim], &Options::default()).is_ok());
}

#[test]
fn it_stops() {
    let endless =
        [Segment { start: &START, end: &START, hashes: i64::MAX as u64, mixin: None, salt: None }];
    let deadline = Options { deadline: Some(Duration::from_millis(5)), ..Options::default() };
    assert_eq!(chain::verify(&endless, &deadline), Err(NotVerified::Deadline(None)));
    let flag = AtomicI32::new(0);
    let cancel = Options { cancel: Some(&flag), ..Options::default() };
    thread::scope(|scope| {
        let verification = scope.spawn(|| chain::verify(&endless, &cancel));
        flag.store(1, Ordering::Relaxed);
        assert_eq!(verification.join().unwrap(), Err(NotVerified::Cancelled(None)));
    });
}

#[test]
fn segments_that_cannot_be_checked_are_refused() {
    let good = Segment { start: &START, end: &START, hashes: 1, mixin: None, salt: None };
    let zero = Segment { hashes: 0, ..good };
    let too_many = Segment { hashes: 1 << 63, ..good };
    let unsalted = Segment { mixin: Some(&START), salt: Some(&SALT), ..good };
    for bad in [zero, too_many, unsalted] {
        let segments = [good, bad];
        let refused = Some(NotVerified::Invalid(1));
        assert_eq!(chain::verify(&segments, &Options::default()).err(), refused);
    }
}
