/** What a scan sounds like: a person who scans looks at the labels. */

/** Tones of one scan: their pitch in Hz, and how long each is in seconds. */
const tones = {
  right: [[1320, 0.09]],
  out_of_order: [
    [880, 0.12],
    [660, 0.12],
  ],
  double: [
    [440, 0.12],
    [440, 0.12],
  ],
  wrong: [[180, 0.5]],
} as const satisfies { readonly [result: string]: readonly (readonly [number, number])[] }

/** Seconds between two tones. */
const pause = 0.05

let context: AudioContext | undefined

/** Plays the tones; browsers that play none leave it silent. */
export function play(result: keyof typeof tones): void {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  let from = context.currentTime
  for (const [pitch, length] of tones[result]) {
    const tone = context.createOscillator()
    tone.frequency.value = pitch
    tone.connect(context.destination)
    tone.start(from)
    tone.stop(from + length)
    from += length + pause
  }
}
