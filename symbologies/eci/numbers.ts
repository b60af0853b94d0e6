/** Numbers in hexadecimal, as tables write them: `A4` is one, `81-84` are four in a row. */
export const numbersIn = (text: string): number[] =>
  text.split(' ').flatMap((entry) => {
    const [first = 0, last = first] = entry.split('-').map((number) => Number.parseInt(number, 16))
    return Array.from({ length: last - first + 1 }, (_, i) => first + i)
  })
