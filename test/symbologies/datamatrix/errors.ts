import { EncodeError } from '../../../symbologies/index.ts'

/** The error that `encode` ends in. */
export function errorOf(encode: () => unknown): EncodeError {
  try {
    encode()
  } catch (error) {
    if (error instanceof EncodeError) return error
    throw error
  }
  throw new Error('no error')
}
