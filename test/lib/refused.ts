import { RequestError } from '../../src/lib/index.ts'

/** The error that is thrown. */
export async function refused(draw: () => unknown): Promise<RequestError> {
  try {
    await draw()
  } catch (error) {
    if (error instanceof RequestError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}
