import type { PersonalTable } from '#kit/server/personal-data/personal-data.ts'

/** Where addresses stand to which notices go. */
export const notificationTables: readonly PersonalTable[] = [
  { table: 'notification_routes', people: {}, documents: ['definition'], withheld: ['secret'] },
]
