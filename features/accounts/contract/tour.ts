import { defineRoute } from '#kit/model/calls/route.ts'

export const endTour = defineRoute({
  method: 'POST',
  path: '/api/auth/tour',
  summary: 'The tour of the application was seen or skipped: it does not begin by itself again',
  gate: 'signed-in',
})
