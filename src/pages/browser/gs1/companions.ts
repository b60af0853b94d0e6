/** Elements that others need on the same item, as one line with buttons that add them. */

import { identifierOf } from '../../../../symbologies/gs1/index.ts'
import { made } from '../dom.ts'
import type { Fault } from '../service.ts'
import { words } from '../words.ts'
import { nameOf } from './names.ts'
import type { Row } from './rows.ts'

/** The AIs that can do, as many as have a button. */
const mostButtons = 4

/** What is missing: for which AIs, and what would do; each group of AIs joined by `+`. */
export interface Missing {
  readonly ais: readonly string[]
  readonly groups: readonly string[]
}

/** What the elements lack. Where the same AI can help several elements, it is what they lack together. */
export function missingFor(rows: readonly Row[], faults: readonly Pick<Fault, 'code' | 'ai'>[]): readonly Missing[] {
  const needy = new Set(faults.flatMap(({ code, ai }) => (code === 'gs1_missing_ai' && ai !== undefined ? [ai] : [])))
  const isThere = (pattern: string): boolean => {
    const form = new RegExp(`^${pattern.replaceAll('n', '\\d')}$`)
    return rows.some(({ ai }) => form.test(ai))
  }
  let all: readonly Missing[] = []
  for (const ai of needy) {
    for (const list of identifierOf(ai)?.needs ?? []) {
      if (list.some((group) => group.every(isThere))) continue
      all = joined(all, { ais: [ai], groups: list.map((group) => group.filter((each) => !isThere(each)).join('+')) })
    }
  }
  return all
}

function joined(all: readonly Missing[], next: Missing): readonly Missing[] {
  for (const one of all) {
    const groups = one.groups.filter((group) => next.groups.includes(group))
    if (groups.length === 0) continue
    const both = { ais: [...new Set([...one.ais, ...next.ais])], groups }
    return all.map((each) => (each === one ? both : each))
  }
  return [...all, next]
}

const bracketed = (ai: string): string => `(${ai})`

/** @param isRequired  false if another symbol of the same item may have them */
export function companionLines(all: readonly Missing[], isRequired: boolean): readonly HTMLElement[] {
  return all.map(({ ais, groups }) => {
    const measures = groups.filter((group) => group.includes('n'))
    const needs = words.gs1.needs(ais.map(bracketed), measures.map(bracketed), groups.length > 1, isRequired)
    return made(
      'div',
      { class: isRequired ? 'companion required' : 'companion' },
      made('p', {}, needs),
      ...buttons(groups),
    )
  })
}

/** What a message begins with. */
export function beginnings(): readonly HTMLElement[] {
  return [made('div', { class: 'companion' }, made('p', {}, words.gs1.beginnings), ...buttons(['01', '00']))]
}

function buttons(groups: readonly string[]): HTMLElement[] {
  const known = groups.filter((group) => !group.includes('n')).slice(0, mostButtons)
  return known.map((group) => {
    const names = group.split('+').map((ai) => `(${ai}) ${nameOf(ai, identifierOf(ai)?.title ?? '').name}`)
    return made('button', { type: 'button', 'data-act': 'add', 'data-value': group }, words.gs1.addThese(names))
  })
}
