/** Hosts of web addresses. */

/**
 * Whether a text is a host: a name, an IPv4 address, or an IP literal in square brackets (RFC 3986, 3.2.2). A name is one of labels
 * that are not empty and neither begin nor end with a hyphen; four numbers are an address or nothing.
 */
export function isHost(text: string): boolean {
  const [, literal] = /^\[(.*)\]$/.exec(text) ?? []
  if (literal !== undefined) return /^v[0-9a-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(literal) || isIpv6(literal)
  if (!/^([\w.~!$&'()*+,;=-]|%[0-9a-f]{2})+$/i.test(text)) return false
  const labels = text.replace(/\.$/, '').split('.')
  if (labels.length === 4 && labels.every((label) => /^\d+$/.test(label))) return isIpv4(text)
  return labels.every((label) => label !== '' && !label.startsWith('-') && !label.endsWith('-'))
}

const isIpv4 = (text: string): boolean => /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/.test(text)

/** Eight groups of 16 bits, the last two perhaps as an IPv4 address; `::` stands once for a group or more of zeros. */
function isIpv6(text: string): boolean {
  const [, before = '', address] = /^(.*:)?(\d+\.[\d.]+)$/.exec(text) ?? []
  if (address !== undefined && !isIpv4(address)) return false
  const halves = (address === undefined ? text : `${before}0:0`).split('::')
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')))
  const count = groups.flat().length
  const isComplete = halves.length === 1 ? count === 8 : halves.length === 2 && count < 8
  return isComplete && groups.flat().every((group) => /^[0-9a-f]{1,4}$/i.test(group))
}
