import { useSyncExternalStore } from 'react'
import address from 'virtual:antd-styles'

const againMs = 2_000

let isThere = false
const listeners = new Set<() => void>()

/** Before all other sheets: where both say something, ours counts. */
function fetchSheet(): void {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.crossOrigin = ''
  link.href = address
  link.addEventListener('load', () => {
    isThere = true
    for (const listener of listeners) listener()
  })
  link.addEventListener('error', () => {
    link.remove()
    setTimeout(fetchSheet, againMs)
  })
  document.head.prepend(link)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// Whoever needs the library at all needs them.
fetchSheet()

/** Whether the component library's styles are there; they are asked for until they are. */
export function useAntdStyles(): boolean {
  return useSyncExternalStore(subscribe, () => isThere)
}
