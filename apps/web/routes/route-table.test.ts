import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ProductKey } from '#features/accounts/contract/product-key.ts'
import { permissions, roles, type Gate, type Permission, type Role } from '#kit/model/permission.ts'
import type { FeatureManifest, ScreenRoute } from '#kit/web/screens/manifest.ts'
import { features } from '../features.ts'
import { menuLinks, menuOf } from './menu.ts'
import {
  allowedScreens,
  groupTarget,
  mayOpen,
  plainPath,
  routeTable,
  screenAt,
} from './route-table.ts'

const products = [{ key: 'boiler', name: 'Boilers' }]
const table = routeTable(features, products)
const person = (held: readonly string[], given: readonly string[] = []) => ({
  roles: held,
  permissions: given,
})
const paths = (screens: readonly ScreenRoute[]) => screens.map((screen) => screen.path)
const noGuide = { guideUrl: null }

const some = <Name extends string>(names: readonly Name[]) => fc.subarray([...names])
/** What a gate names; one that names nothing asks for a session alone. */
const gate = fc.record({ roles: some(roles), permissions: some(permissions) })
const gateOf = ({ roles, permissions }: { roles: Role[]; permissions: Permission[] }): Gate => {
  const [role, ...moreRoles] = roles
  const [permission, ...morePermissions] = permissions
  if (role) return { roles: [role, ...moreRoles], permissions }
  return permission ? { roles, permissions: [permission, ...morePermissions] } : 'signed-in'
}
const holder = fc.record({
  roles: some(roles.filter((role) => role !== 'admin')),
  permissions: some(permissions),
})

function manifestOf(
  gates: readonly { roles: Role[]; permissions: Permission[] }[],
  inGroup: boolean,
  groupGate: (typeof gates)[number],
) {
  const screens = gates.map((gate, at): ScreenRoute => ({
    path: `/g/${at}`,
    title: 'x',
    icon: 'x',
    gate: gateOf(gate),
    load: () => Promise.reject(new Error('not opened')),
    ...(inGroup && { group: '/g' }),
  }))
  const feature: FeatureManifest = {
    name: 'x',
    screens,
    groups: [{ path: '/g', title: 'x', icon: 'x', gate: gateOf(groupGate) }],
  }
  return routeTable([feature], [])
}

const matches = (
  wanted: { roles: readonly string[]; permissions: readonly string[] },
  held: { roles: readonly string[]; permissions: readonly string[] },
) =>
  (wanted.roles.length === 0 && wanted.permissions.length === 0) ||
  wanted.roles.some((role) => held.roles.includes(role)) ||
  wanted.permissions.some((name) => held.permissions.includes(name))

test('WE16 a route is allowed when a role or a permission matches, in a group both times', () => {
  fc.assert(
    fc.property(
      fc.array(gate, { maxLength: 12 }),
      fc.boolean(),
      gate,
      holder,
      (gates, inGroup, groupGate, held) => {
        const allowed = new Set(paths(allowedScreens(held, manifestOf(gates, inGroup, groupGate))))
        for (const [at, wanted] of gates.entries()) {
          expect(allowed.has(`/g/${at}`)).toBe(
            matches(wanted, held) && (!inGroup || matches(groupGate, held)),
          )
        }
      },
    ),
  )
})

test('WE16 a screen that works upon what another gate opens asks for both', () => {
  const added = {
    'view menu pdf': ['/pdf', '/pdf/download'],
    'view menu zip': ['/zip/download'],
    'view menu clipboard': ['/clipboard'],
    'import readings': ['/warroomCharts/import'],
  }
  const opened = (held: readonly string[]) =>
    new Set(paths(allowedScreens(person(['visitor'], held), table)))
  const warRoom = opened(['view menu warroom'])
  for (const [name, screens] of Object.entries(added)) {
    expect(opened([name])).toEqual(opened([]))
    const both = [...opened([name, 'view menu warroom'])]
    expect(both.filter((path) => !warRoom.has(path)).toSorted()).toEqual(screens)
  }
})

test('WE16 admin gets all gated routes, and more rights never take a route away', () => {
  expect(allowedScreens(person(['admin']), table)).toEqual(table.screens)
  fc.assert(
    fc.property(holder, holder, (one, other) => {
      const both = person(
        [...one.roles, ...other.roles],
        [...one.permissions, ...other.permissions],
      )
      const more = new Set(paths(allowedScreens(both, table)))
      expect(paths(allowedScreens(one, table)).every((path) => more.has(path))).toBe(true)
    }),
  )
})

test('WE16 the menu has no hidden screen, none that may not be opened, and none twice', () => {
  fc.assert(
    fc.property(holder, (held) => {
      const links = menuLinks(menuOf(held, table, noGuide)).map(({ path }) => path)
      const shown = allowedScreens(held, table).filter(
        (screen) => screen.hidden !== true && screen.gate !== 'public',
      )
      expect(links.toSorted()).toEqual(paths(shown).toSorted())
    }),
  )
})

test('WE16 an administrator’s menu is in the order of the route table', () => {
  const { gated, base } = menuOf(person(['admin']), table, { guideUrl: 'https://guide.test/' })
  expect(gated.map(({ path }) => path)).toEqual([
    '/warroomIndex',
    '/warroomDashboard',
    '/warroomCharts',
    '/cognito/cognito-info',
    '/scada',
    '/sensoralarm/alarmlist',
    '/sensoralarm/rules',
    '/sensoralarm/handover',
    '/sensoralarm/alarmnum',
    '/administrator',
  ])
  expect(base.map(({ path }) => path)).toEqual([
    '/documentation/index',
    '/guide/index',
    '/theme/index',
    '/articles',
  ])
  expect(base[1]).toMatchObject({ external: 'https://guide.test/' })
  const administrator = gated.find(
    (entry) => entry.kind === 'group' && entry.path === '/administrator',
  )
  expect(administrator).toMatchObject({
    links: expect.arrayContaining([
      expect.objectContaining({ path: '/administrator/boiler/articles' }),
    ]) as unknown,
  })
})

test('AM28 no product can be added at the address of another screen of administrators', () => {
  const taken = routeTable(features, []).screens.flatMap(
    ({ path }) => /^\/administrator\/([^/$]+)/.exec(path)?.[1] ?? [],
  )
  expect(taken).toContain('users')
  expect(taken.filter((key) => ProductKey.safeParse(key).success)).toEqual([])
})

test('WE16 only a link that leads to http, https, mailto or tel is external', () => {
  const external = (guideUrl: string) =>
    menuLinks(menuOf(person(['visitor']), table, { guideUrl })).find(
      ({ path }) => path === '/guide/index',
    )?.external
  for (const url of ['http://a.test', 'https://a.test', 'mailto:a@b.test', 'tel:123'])
    expect(external(url)).toBe(url)
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '/documentation/index'])
    expect(external(url)).toBeUndefined()
})

test('WE16 every route of the specification is there', () => {
  const specified = [
    ...[
      '/login',
      '/login-ch-si',
      '/auth-redirect',
      '/documentation/index',
      '/profile/edit',
      '/guide/index',
      '/theme/index',
    ],
    ...[
      '/warroomIndex',
      '/warroomIndex/edit/7',
      '/warroomDashboard',
      '/warroomCharts',
      '/warroomCharts/export-excel',
    ],
    ...[
      '/cognito/cognito-info',
      '/scada/get-things',
      '/scada/lambda',
      '/scada/lambda/type/lamp',
      '/scada/lambda-websocket',
    ],
    ...[
      '/scada/config',
      '/scada/config/type/lamp',
      '/sensoralarm/alarmnum',
      '/administrator/users',
      '/administrator/users/edit/5',
    ],
    ...[
      '/administrator/roles',
      '/administrator/articles',
      '/administrator/articles/create',
      '/administrator/articles/edit/5',
    ],
    ...[
      '/administrator/boiler/articles',
      '/administrator/boiler/articles/create',
      '/administrator/boiler/articles/edit/5',
    ],
    ...['/clipboard', '/zip/download', '/pdf', '/pdf/download', '/i18n'],
  ]
  expect(specified.filter((path) => screenAt(path, table) === undefined)).toEqual([])
  expect([...table.groups.keys()].toSorted()).toEqual([
    '/administrator',
    '/cognito',
    '/scada',
    '/sensoralarm',
  ])
})

test('WE16 an id that is no number, another product, and a path that goes on are unknown', () => {
  for (const path of [
    '/administrator/users/edit/x',
    '/administrator/oven/articles',
    '/pdf/download/more',
    '/',
    '/scada/lambda/type',
  ])
    expect(screenAt(path, table), path).toBeUndefined()
  expect(screenAt('/warroomIndex/edit/a%2Fb', table)?.parameters).toEqual({ id: 'a/b' })
  expect(screenAt('/warroomIndex/edit/%', table)).toBeUndefined()
})

test('WE16 a path that is written out goes before one with parameters', () => {
  expect(screenAt('/administrator/users/', table)?.screen.path).toBe('/administrator/users')
  expect(plainPath('/administrator//users/')).toBe('/administrator/users')
  expect(screenAt('/administrator/articles/create', table)?.screen.path).toBe(
    '/administrator/articles/create',
  )
})

test('WE16 the address of a group leads to its redirect or the person’s first screen', () => {
  const group = table.groups.get('/administrator')
  if (!group) throw new Error('no such group')
  expect(groupTarget(person(['admin']), group, table)).toBe('/administrator/users')
  expect(
    groupTarget(person(['x'], ['view menu administrator', 'manage permission']), group, table),
  ).toBe('/administrator/roles')
  expect(groupTarget(person(['x'], ['manage user']), group, table)).toBeUndefined()
})

test('WE16 articles of a product are for those who may write them', () => {
  const screen = screenAt('/administrator/boiler/articles', table)?.screen
  if (!screen) throw new Error('no such screen')
  const rights = ['view menu administrator', 'manage boilerarticle']
  expect(mayOpen(person(['x'], rights), screen, table)).toBe(true)
  expect(mayOpen(person(['x'], ['view menu administrator', 'manage article']), screen, table)).toBe(
    false,
  )
})
