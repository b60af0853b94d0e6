export interface Line {
  text: string
}
