import type { PersonalTable } from '#kit/server/personal-data/personal-data.ts'

/** Where addresses stand to which notices go. */
export const notificationTables: readonly PersonalTable[] = [
  { table: 'push_browsers', people: { user_id: 'goes' }, withheld: ['auth', 'p256dh'] },
  { table: 'notification_quiet_hours', people: { user_id: 'goes' } },
  { table: 'notification_held', people: { user_id: 'goes' } },
  {
    table: 'notification_routes',
    people: {},
    documents: { definition: ['name', 'target.recipients.*'] },
    withheld: ['secret'],
  },
]
