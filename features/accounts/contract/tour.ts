import { defineRoute } from '#kit/model/route.ts'

export const endTour = defineRoute({
  method: 'POST',
  path: '/api/auth/tour',
  summary: 'The tour of the application was seen or skipped: it does not begin by itself again',
  gate: 'signed-in',
})
