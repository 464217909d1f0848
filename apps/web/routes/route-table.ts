import { passesGate, type Rights } from '#kit/model/gate.ts'
import type {
  FeatureManifest,
  ScreenGroup,
  ScreenProduct,
  ScreenRoute,
} from '#kit/web/screens/manifest.ts'

/** All screens and groups of the application, for the products that there are. */
export interface RouteTable {
  readonly screens: readonly ScreenRoute[]
  readonly groups: ReadonlyMap<string, ScreenGroup>
}

/** Joins what the manifests bring, in their order. */
export function routeTable(
  features: readonly FeatureManifest[],
  products: readonly ScreenProduct[],
): RouteTable {
  const groups = features.flatMap((feature) => feature.groups ?? [])
  return {
    screens: features.flatMap((feature) => [
      ...feature.screens,
      ...products.flatMap((product) => feature.productScreens?.(product) ?? []),
    ]),
    groups: new Map(groups.map((group) => [group.path, group])),
  }
}

/**
 * Whether a person may open a screen: `admin` all, others when both the screen's gate and its
 * group's let them pass.
 */
export function mayOpen(person: Rights, screen: ScreenRoute, { groups }: RouteTable): boolean {
  const group = screen.group === undefined ? undefined : groups.get(screen.group)
  const gates = [screen.gate, screen.needs, group?.gate]
  return gates.every((gate) => gate === undefined || passesGate(gate, person))
}

/** The screens that a person may open. */
export function allowedScreens(person: Rights, table: RouteTable): readonly ScreenRoute[] {
  return table.screens.filter((screen) => mayOpen(person, screen, table))
}

export type Parameters = Readonly<Record<string, string>>

/** A screen as an address asks for it. */
export interface OpenedScreen {
  readonly screen: ScreenRoute
  /** What the address says for the parameters of the path, decoded. */
  readonly parameters: Parameters
}

/**
 * The screen at an address; undefined when there is none. A path that is written out goes before
 * one with parameters.
 */
export function screenAt(
  pathname: string,
  { screens }: Pick<RouteTable, 'screens'>,
): OpenedScreen | undefined {
  const parts = partsOf(pathname)
  let found: OpenedScreen | undefined
  for (const screen of screens) {
    const parameters = matched(screen, parts)
    if (parameters === undefined) continue
    if (
      found === undefined ||
      Object.keys(parameters).length < Object.keys(found.parameters).length
    )
      found = { screen, parameters }
  }
  return found
}

/** A path without slashes at its end: two ways to write one address are one tab. */
export function plainPath(pathname: string): string {
  return `/${partsOf(pathname).join('/')}`
}

function partsOf(pathname: string): readonly string[] {
  return pathname.split('/').filter((part) => part !== '')
}

function matched(screen: ScreenRoute, parts: readonly string[]): Parameters | undefined {
  const pattern = partsOf(screen.path)
  if (pattern.length !== parts.length) return undefined
  const parameters: Record<string, string> = {}
  for (const [at, expected] of pattern.entries()) {
    const actual = parts[at] ?? ''
    if (!expected.startsWith('$')) {
      if (expected !== actual) return undefined
      continue
    }
    const name = expected.slice(1)
    const value = decoded(actual)
    if (value === undefined || screen.parameters?.[name]?.test(value) === false) return undefined
    parameters[name] = value
  }
  return parameters
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/**
 * Where a group's own address leads this person: its redirect, else its first screen in the menu;
 * undefined when none is theirs.
 */
export function groupTarget(
  person: Rights,
  group: ScreenGroup,
  table: RouteTable,
): string | undefined {
  const inside = allowedScreens(person, table).filter(
    (screen) => screen.group === group.path && screen.hidden !== true,
  )
  return (inside.find((screen) => screen.path === group.redirect) ?? inside[0])?.path
}
