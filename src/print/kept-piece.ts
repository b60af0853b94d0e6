import type { Mark, Scene } from '../layout/scene.ts'
import type { KeptPiece, Piece } from './job.ts'
import { type PieceStyle, pieceMaker, type RowScene } from './pieces.ts'

/** What a piece is drawn from. */
export interface Drawing {
  readonly style: PieceStyle
  readonly label: RowScene
}

/**
 * A piece as it waits: it keeps its bytes, or the label that it is drawn from, whichever takes less memory. A large label of few modules is
 * smaller as a drawing, a small one as bytes.
 *
 * @param drawing  undefined if the piece has several labels, as a document has
 */
export function keptPiece(piece: Piece, drawing?: Drawing): KeptPiece {
  const { rows, labels, times, bytes } = piece
  const ofScene = drawing === undefined ? Number.POSITIVE_INFINITY : bytesOfScene(drawing.label.scene)
  const kept = bytesOfPiece + Math.min(bytes.length, ofScene)
  const made = drawing === undefined || bytes.length <= ofScene ? whole(piece) : drawn(drawing)
  return { rows, labels, times, kept, piece: made }
}

// functions of their own: closures in one function would keep the variables of each other, the bytes among them
const whole = (piece: Piece) => (): Piece => piece

const drawn =
  ({ style, label }: Drawing) =>
  (): Piece =>
    pieceMaker(style).add(label)!

// what V8 takes, by the heap of node 20 with thousands of each: the estimate of a scene is within 5 % of it
/** A piece and its rows, without its bytes. */
const bytesOfPiece = 500
/** A scene without its marks and words. */
const bytesOfBareScene = 400
/** A mark without its edges or its glyphs, a line of text included. */
const bytesOfMark = 500
const bytesOfNumber = 8
/** A glyph and its place in a line. */
const bytesOfGlyph = 80

/** About the memory that a scene takes, in bytes. Outlines of glyphs are those of the font, which all scenes share. */
export function bytesOfScene({ marks, title }: Scene): number {
  return marks.reduce((sum, mark) => sum + bytesOfMark + bytesIn(mark), bytesOfBareScene + title.length)
}

function bytesIn(mark: Mark): number {
  switch (mark.kind) {
    case 'modules':
      return mark.matrix.words.byteLength + bytesOfNumber * (mark.xs.length + mark.ys.length)
    case 'text':
      return bytesOfGlyph * mark.line.glyphs.length + 2 * mark.line.text.length
  }
}
