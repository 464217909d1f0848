/** The roles that every installation starts with. `admin` may do everything. */
export const roles = ['admin', 'manager', 'editor', 'user', 'visitor', 'free', 'basic'] as const
export type Role = (typeof roles)[number]

/** Permissions that a role or a user can hold. */
export const permissions = [
  'view menu administrator',
  'manage user',
  'manage permission',
  'manage article',
  'view menu admin scada',
  'view menu warroom',
  'view menu clipboard',
  'view menu zip',
  'view menu pdf',
  'view menu i18n',
] as const
export type Permission = (typeof permissions)[number]

/**
 * What a route asks of its caller: nothing (`public`), a session (`signed-in`), a device token (`device`),
 * or any one of the listed roles and permissions. The role `admin` passes every gate of a session.
 */
export type Gate =
  | 'public'
  | 'signed-in'
  | 'device'
  | { readonly roles?: readonly Role[]; readonly permissions?: readonly Permission[] }

/** Who looks at values, charts and devices: the war room's own screens. */
export const warRoomGate = {
  roles: ['manager', 'editor', 'user', 'free', 'basic'],
  permissions: ['view menu warroom'],
} as const satisfies Gate

/** Who works at the engineer's bench. */
export const scadaGate = { permissions: ['view menu admin scada'] } as const satisfies Gate
