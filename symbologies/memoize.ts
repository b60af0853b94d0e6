/**
 * `make`, called once for each key; its results are kept. For the few keys that a standard has.
 *
 * Calls in files that several symbologies share are marked as pure, so that bundlers leave out those that are not used.
 */
export function memoize<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const kept = new Map<Key, Made>()
  return (key) => {
    let made = kept.get(key)
    if (made === undefined) {
      made = make(key)
      kept.set(key, made)
    }
    return made
  }
}
