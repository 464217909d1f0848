import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { usePerson } from '../use-person.ts'
import { readChoices, type WidgetChoices } from './widget-choices.ts'

const listeners = new Set<() => void>()
/** What a browser that stores nothing has at least until the page ends. */
const unstored = new Map<string, string>()

export type ChangeChoices = (next: (before: WidgetChoices) => WidgetChoices) => void

/**
 * How the person wants sensors to be shown, stored in this browser for each person, the same in all
 * tabs; and what changes it.
 */
export function useWidgetChoices(): readonly [choices: WidgetChoices, change: ChangeChoices] {
  const key = `warroom-widgets-${usePerson()?.id ?? ''}`
  const stored = useSyncExternalStore(subscribe, () => read(key))
  const choices = useMemo(() => readChoices(stored), [stored])
  const change = useCallback<ChangeChoices>(
    (next) => {
      write(key, JSON.stringify(next(readChoices(read(key)))))
      for (const listener of listeners) listener()
    },
    [key],
  )
  return [choices, change]
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function read(key: string): string | null {
  try {
    return unstored.get(key) ?? localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
    unstored.delete(key)
  } catch {
    unstored.set(key, value)
  }
}
