import type { Explanation, Part, Step } from '../../src/explain/index.ts'

export const stepOf = ({ steps }: Explanation, id: string): Step => {
  const step = steps.find((each) => each.id === id)
  if (step === undefined) throw new Error(`no step ${id} among ${steps.map((each) => each.id)}`)
  return step
}

export const partsOf = (explanation: Explanation, id: string): readonly Part[] => stepOf(explanation, id).parts ?? []
export const values = (parts: readonly Part[], name: string): unknown[] => parts.map((part) => part.values?.[name])
