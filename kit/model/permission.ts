/** The roles that every installation starts with. `admin` may do everything. */
export const roles = ['admin', 'manager', 'editor', 'user', 'visitor', 'free', 'basic'] as const
export type Role = (typeof roles)[number]

/**
 * Whether a person with these roles may read and change nothing: visitors, who are nothing else.
 */
export function mayOnlyRead(held: readonly string[]): boolean {
  return held.length > 0 && held.every((role) => role === 'visitor')
}

/** Permissions that every installation starts with. */
export const permissions = [
  'view menu administrator',
  'manage user',
  'manage permission',
  'manage article',
  'view menu admin scada',
  'manage connector',
  'view menu warroom',
  'view menu clipboard',
  'view menu zip',
  'view menu pdf',
  'view menu i18n',
  'delete readings',
  'import readings',
  'command device',
  'share board',
  'acknowledge alarm',
  'annotate sensor',
] as const
/**
 * A permission that a role or a user can hold: one of the list, or the one that comes with a
 * product.
 */
export type Permission = (typeof permissions)[number] | `manage ${string}article`

/** The permission to write the articles of one product, by the product's key. */
export function articlePermission(product: string): `manage ${string}article` {
  return `manage ${product}article`
}

/**
 * What a route asks of its caller: nothing (`public`), a session (`signed-in`), a device token
 * (`device`), or any one of the listed roles and permissions. The role `admin` passes every gate of
 * a session.
 */
export type Gate =
  | 'public'
  | 'signed-in'
  | 'device'
  | { readonly roles: OneOrMore<Role>; readonly permissions?: readonly Permission[] }
  | { readonly roles?: readonly Role[]; readonly permissions: OneOrMore<Permission> }

type OneOrMore<Item> = readonly [Item, ...Item[]]

/** Who looks at values, charts and devices: the war room's own screens. */
export const warRoomGate = {
  roles: ['manager', 'editor', 'user', 'free', 'basic'],
  permissions: ['view menu warroom'],
} as const satisfies Gate

/** Who chooses devices and sensors by their names: in the war room, and at the engineer's bench. */
export const deviceNamesGate = {
  roles: warRoomGate.roles,
  permissions: ['view menu warroom', 'view menu admin scada'],
} as const satisfies Gate

/** Who has the page of devices, where people take devices for their account and give them up. */
export const deviceInformationGate = {
  permissions: ['view menu warroom'],
} as const satisfies Gate

/**
 * The route table gives the analysis of alarms to `basic`; managers, editors and users have all of
 * the war room.
 */
export const alarmAnalysisGate = {
  roles: ['manager', 'editor', 'user', 'basic'],
} as const satisfies Gate

/**
 * The route table gives home pages to `basic`; managers, editors and users have all of the war
 * room.
 */
export const pagesGate = {
  roles: ['manager', 'editor', 'user', 'basic'],
} as const satisfies Gate

/** Who works at the engineer's bench. */
export const scadaGate = { permissions: ['view menu admin scada'] } as const satisfies Gate

/** Who deletes stored readings for good, of devices that they configure. */
export const deletionGate = { permissions: ['delete readings'] } as const satisfies Gate

/** Who adds readings of the past from files, to devices that they configure. */
export const importGate = { permissions: ['import readings'] } as const satisfies Gate

/** Who decides for how long readings are kept. */
export const retentionGate = { roles: ['admin'] } as const satisfies Gate

/** Who decides from where the server fetches readings. */
export const connectorsGate = { permissions: ['manage connector'] } as const satisfies Gate

/** Who sends commands to devices. */
export const commandGate = { permissions: ['command device'] } as const satisfies Gate

/** Who says something about moments of sensors, of devices that are open to them. */
export const annotationGate = { permissions: ['annotate sensor'] } as const satisfies Gate

/** Who acknowledges and shelves alarms of the devices that are open to them. */
export const alarmGate = { permissions: ['acknowledge alarm'] } as const satisfies Gate

/** Who copies what connects a device. */
export const clipboardGate = { permissions: ['view menu clipboard'] } as const satisfies Gate

/** Who puts several files into one. */
export const archiveGate = { permissions: ['view menu zip'] } as const satisfies Gate

/** Who makes printable reports. */
export const reportGate = { permissions: ['view menu pdf'] } as const satisfies Gate

/** Who has the screens of administrators, those on which articles are written among them. */
export const administratorMenuGate = {
  permissions: ['view menu administrator'],
} as const satisfies Gate

/** Who manages people. */
export const usersGate = { permissions: ['manage user'] } as const satisfies Gate

/** Who decides what each role may do. */
export const rolesGate = { permissions: ['manage permission'] } as const satisfies Gate

/**
 * Who may see which roles and permissions there are: those who manage them, and those who give them
 * to people.
 */
export const rightsListGate = {
  permissions: ['manage user', 'manage permission'],
} as const satisfies Gate

/** Only the role `admin`. */
export const administratorGate = { roles: ['admin'] } as const satisfies Gate

/** Every gate that a role opens by its name, whatever permissions it has. */
export const gatesOfRoles = [
  ...[warRoomGate, deviceNamesGate, alarmAnalysisGate, pagesGate],
  ...[retentionGate, administratorGate],
] as const satisfies readonly Gate[]
