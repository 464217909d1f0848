import { pagesGate, warRoomGate } from '#kit/model/permission.ts'

/** Who may have boards of a kind at all. */
export const gateOfKind = { page: pagesGate, dashboard: warRoomGate } as const
