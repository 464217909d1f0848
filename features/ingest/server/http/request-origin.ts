import type { FastifyRequest } from 'fastify'
import type { AppError } from '#kit/model/calls/errors.ts'

/** The path alone: some put their token behind the question mark, and this is shown to people. */
export const originOf = ({ url, ip }: FastifyRequest) => ({
  source: `HTTP ${url.split('?', 1)[0]}`,
  address: ip,
})

/** Whether the sender is to come again, later or slower: nothing was wrong with what it sent. */
export const isOverload = ({ code }: AppError): boolean =>
  code === 'too_many_requests' || code === 'overloaded'
