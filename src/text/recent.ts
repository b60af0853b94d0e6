/**
 * `make`, with its last `most` results kept: the one made first leaves first. They are few, so that a search through all of them
 * takes no time, and what they hold is bounded.
 *
 * @param isSame  whether two keys have the same result
 * @param make  its result depends on the key alone, and nobody changes it
 */
export function keepingRecent<Key, Made>(
  most: number,
  isSame: (a: Key, b: Key) => boolean,
  make: (key: Key) => Made,
): (key: Key) => Made {
  const recent: { readonly key: Key; readonly made: Made }[] = []
  return (key) => {
    const known = recent.find((each) => isSame(each.key, key))
    if (known !== undefined) return known.made
    const made = make(key)
    if (recent.length === most) recent.shift()
    recent.push({ key, made })
    return made
  }
}
