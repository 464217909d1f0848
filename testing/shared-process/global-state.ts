import { z } from 'zod'

const builtIns = {
  ...{ Array, BigInt, Boolean, Date, Function, Intl, JSON, Map, Math, Number, Object, Promise },
  ...{ Reflect, RegExp, Set, String, Symbol, WeakMap, WeakSet },
}

/** What belongs to a whole process, by name. */
type GlobalState = ReadonlyMap<string, unknown>

/** Everything global as it is now: names, built-in objects, timers, variables, listeners. */
export function globalState(): GlobalState {
  const state = new Map<string, unknown>()
  for (const name of Object.getOwnPropertyNames(globalThis)) state.set(name, 'there')
  for (const [name, builtIn] of Object.entries(builtIns)) {
    state.set(name, Reflect.get(globalThis, name))
    addMembers(state, name, builtIn)
    if (typeof builtIn === 'function') addMembers(state, `${name}.prototype`, builtIn.prototype)
  }
  addMembers(state, 'z.config()', z.config())
  for (const [name, timer] of Object.entries({
    ...{ setTimeout, setInterval, setImmediate, queueMicrotask },
    ...{ clearTimeout, clearInterval, clearImmediate },
  }))
    state.set(name, timer)
  for (const [name, value] of Object.entries(process.env)) state.set(`process.env.${name}`, value)
  for (const event of process.eventNames())
    state.set(`listeners of ${String(event)}`, process.listenerCount(event))
  state.set('process.cwd()', process.cwd())
  return state
}

function addMembers(state: Map<string, unknown>, name: string, object: object): void {
  for (const key of Reflect.ownKeys(object)) {
    const { value, get } = Object.getOwnPropertyDescriptor(object, key) ?? {}
    state.set(`${name}.${String(key)}`, get ?? value)
  }
}

/** The names of what differs. */
export function changesBetween(before: GlobalState, after: GlobalState): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].filter((name) => !Object.is(before.get(name), after.get(name)))
}

const lastingHandles = new Set(['TCPServerWrap', 'PipeServerWrap', 'ProcessWrap', 'Timeout'])

/** What goes on in this process: servers that listen, processes that it has started, timers. */
export function openHandles(): readonly string[] {
  return process.getActiveResourcesInfo().filter((name) => lastingHandles.has(name))
}
