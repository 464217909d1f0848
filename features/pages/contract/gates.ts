import { warRoomGate, type Gate } from '#kit/model/permission.ts'

/**
 * The route table gives home pages to `basic`; managers, editors and users have all of the war
 * room.
 */
export const pagesGate = {
  roles: ['manager', 'editor', 'user', 'basic'],
} as const satisfies Gate

/** Who may have boards of a kind at all. */
export const gateOfKind = { page: pagesGate, dashboard: warRoomGate } as const
