let room = new Int32Array(256)

/** Room for the dark runs of one row of `width` modules; whoever asked for it before is done with it. */
export function roomForRuns(width: number): Int32Array {
  if (room.length <= width) room = new Int32Array(width + 1)
  return room
}
