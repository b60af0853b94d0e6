import { made } from './dom.ts'

/** A frame that nobody sees, in which a PDF is printed. */
export class PrintFrame {
  #frame: HTMLIFrameElement | undefined
  #printed = ''

  /** Opens the browser's dialog for a PDF. */
  async print(pdf: Blob): Promise<void> {
    // the one before may be in print until the next is asked for
    this.#frame?.remove()
    URL.revokeObjectURL(this.#printed)
    this.#printed = URL.createObjectURL(pdf)
    const frame = made('iframe', { class: 'printing', 'aria-hidden': 'true', tabindex: '-1', src: this.#printed })
    this.#frame = frame
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
    document.body.append(frame)
    await loaded
    frame.contentWindow?.print()
  }
}
