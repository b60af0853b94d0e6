/**
 * The modulo 10 check digit of all GS1 keys: weights 3, 1, 3, … from the right.
 *
 * @param digits decimal digits without the check digit
 * @returns 0 to 9
 * GS1 General Specifications, 7.9.1
 */
export function checkDigit(digits: string): number {
  let sum = 0
  for (let i = digits.length - 1, weight = 3; i >= 0; i--, weight = 4 - weight) {
    sum += weight * (digits.charCodeAt(i) - 48)
  }
  return (10 - (sum % 10)) % 10
}
