import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
/** What a browser that stores nothing has at least until the page ends. */
const unstored = new Map<string, string>()

/** What this browser has stored under a key; it changes with it, in whatever tab that happens. */
export const useStoredText = (key: string): string | null =>
  useSyncExternalStore(
    subscribe,
    () => readText(key),
    () => readText(key),
  )

/** What is stored under a key now: another tab may have changed it since it was drawn. */
export function readText(key: string): string | null {
  try {
    return unstored.get(key) ?? localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text under a key. A browser that stores nothing has it until the page ends. */
export function storeText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
    unstored.delete(key)
  } catch {
    unstored.set(key, text)
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
