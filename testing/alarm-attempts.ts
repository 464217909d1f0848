/** For each route of an alarm or a rule: where it is tried with another's. */
export const attemptsOnAlarms = {
  'PUT /api/notification-routes/:id': 'of administrators, who see them all',
  'DELETE /api/notification-routes/:id': 'of administrators, who see them all',
  'POST /api/notification-routes/:id/test': 'of administrators, who see them all',
  'DELETE /api/profile/push-browsers/:id': 'of others not found: features/notifications, NT9',
  'POST /api/profile/push-browsers/:id/test': 'of others not found: features/notifications, NT9',
  'GET /api/alarms/:id': 'of others not found: features/alarms, AL9',
  'POST /api/alarms/:id/comment': 'of others not found: features/alarms, AL9',
  'GET /api/alarm-rules/:id': 'of others not found: features/alarms, AL30',
  'PUT /api/alarm-rules/:id': 'of devices of others refused: features/alarms, AL14',
  'DELETE /api/handover/notes/:id': 'of others refused: features/alarms, AL51',
  'DELETE /api/alarm-rules/:id': 'of devices of others refused: features/alarms, AL14',
} as const
