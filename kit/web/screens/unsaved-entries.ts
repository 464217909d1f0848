import { create } from 'zustand'

/** What a form holds, to be shown in it again; null where it must not be stored, as a password. */
type Read = () => unknown

/** A form of a view: forms of one view have names of their own. */
interface Place {
  readonly path: string
  readonly form: string
}

interface Entries {
  /** Forms that hold what nobody has saved; a hidden view keeps its entries, and its place here. */
  readonly unsaved: ReadonlyMap<string, Read>
  /**
   * What forms held when a session or the right to them ended, until they are opened again. In
   * memory alone.
   */
  readonly interrupted: ReadonlyMap<string, unknown>
}

const useEntries = create<Entries>(() => ({ unsaved: new Map(), interrupted: new Map() }))

/** Whose entries the interrupted ones are. */
let owner: number | null = null
/** From the end of a session to the next sign-in: views are dropped, what they held is not. */
let isAway = false

/** An address that is none has led the person away from all views, whatever these hold. */
let isLedAway = false

export function markLedAway(): void {
  isLedAway = true
}

export const wasLedAway = (): boolean => isLedAway

// No path of a location has a hash.
const keyOf = ({ path, form }: Place) => `${path}#${form}`
const isOf = (path: string) => (key: string) => key.startsWith(`${path}#`)

function set(change: Partial<Entries>): void {
  useEntries.setState(change)
  const { unsaved, interrupted } = useEntries.getState()
  // A browser that has such a listener caches no page for going back: only while there is something
  // to lose.
  if (unsaved.size + interrupted.size > 0) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

const without = <Value>(map: ReadonlyMap<string, Value>, isGone: (key: string) => boolean) =>
  new Map([...map].filter(([key]) => !isGone(key)))

/** The form holds entries that nobody has saved; with null it holds none any more. */
export function markUnsaved(place: Place, read: Read | null): void {
  const { unsaved } = useEntries.getState()
  const key = keyOf(place)
  if (read !== null) set({ unsaved: new Map(unsaved).set(key, read) })
  else if (unsaved.has(key)) set({ unsaved: without(unsaved, (other) => other === key) })
}

/** The form that holds these entries holds none any more; what another one holds there stays. */
export function clearHeld(place: Place, read: Read): void {
  if (useEntries.getState().unsaved.get(keyOf(place)) === read) markUnsaved(place, null)
}

/** Those of `paths` that hold unsaved entries. */
export function unsavedAmong(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => isUnsaved(useEntries.getState(), path))
}

function isUnsaved({ unsaved, interrupted }: Entries, path: string): boolean {
  return [...unsaved.keys(), ...interrupted.keys()].some(isOf(path))
}

/** Draws again when the view of `path` begins or ceases to hold unsaved entries. */
export function useIsUnsaved(path: string): boolean {
  return useEntries((entries) => isUnsaved(entries, path))
}

/** The view of `path` is gone, and its entries with it. */
export function clearUnsaved(path: string): void {
  const { unsaved, interrupted } = useEntries.getState()
  set({
    unsaved: without(unsaved, isOf(path)),
    interrupted: isAway ? interrupted : without(interrupted, isOf(path)),
  })
}

/**
 * The view of `path` is gone, and not by the person's choice: what its forms hold stays until it is
 * opened again.
 */
export function keepUnsaved(path: string, person: number): void {
  const { unsaved, interrupted } = useEntries.getState()
  const held = [...unsaved].filter(([key]) => isOf(path)(key))
  if (held.length === 0) return
  set({
    unsaved: without(unsaved, isOf(path)),
    interrupted: new Map([...interrupted, ...held.map(([key, read]) => [key, read()] as const)]),
  })
  owner = person
}

/** Whether forms that are gone held entries that will be given back. */
export function useHasInterrupted(): boolean {
  return useEntries(({ interrupted }) => interrupted.size > 0)
}

/** The session of this person has ended: what their forms hold stays until they are back. */
export function interruptEntries(person: number): void {
  const { unsaved, interrupted } = useEntries.getState()
  const held = new Map([...unsaved].map(([key, read]) => [key, read()]))
  set({ unsaved: new Map(), interrupted: new Map([...interrupted, ...held]) })
  owner = person
  isAway = true
}

/** The person has left by choice, after the question what to do with unsaved entries. */
export function discardEntries(): void {
  set({ unsaved: new Map(), interrupted: new Map() })
}

/** This person is signed in: entries of another one are discarded. */
export function resumeEntries(person: number): void {
  isAway = false
  isLedAway = false
  if (owner !== null && owner !== person) set({ interrupted: new Map() })
}

/** What the form held when it was interrupted; undefined for nothing. */
export function interruptedEntries(place: Place): unknown {
  return useEntries.getState().interrupted.get(keyOf(place))
}

/** The form has what was interrupted, or has shown that it is lost. */
export function clearInterrupted(place: Place): void {
  const key = keyOf(place)
  const { interrupted } = useEntries.getState()
  if (interrupted.has(key)) set({ interrupted: without(interrupted, (other) => other === key) })
}
