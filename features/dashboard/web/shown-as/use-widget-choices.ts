import { useCallback, useMemo } from 'react'
import { readText, storeText, useStoredText } from '#kit/web/browser/stored-text.ts'
import { usePerson } from '../use-person.ts'
import { readChoices, type WidgetChoices } from './widget-choices.ts'

export type ChangeChoices = (next: (before: WidgetChoices) => WidgetChoices) => void

/**
 * How the person wants sensors to be shown, stored in this browser for each person, the same in all
 * tabs; and what changes it.
 */
export function useWidgetChoices(): readonly [choices: WidgetChoices, change: ChangeChoices] {
  const key = `warroom-widgets-${usePerson()?.id ?? ''}`
  const stored = useStoredText(key)
  const choices = useMemo(() => readChoices(stored), [stored])
  const change = useCallback<ChangeChoices>(
    (next) => storeText(key, JSON.stringify(next(readChoices(readText(key))))),
    [key],
  )
  return [choices, change]
}
