import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import { disconnectSignal } from '#kit/server/http/replies/disconnect-signal.ts'
import { Plant } from '../plant/plant.ts'
import type { AssistantServices } from '../services.ts'
import { plantTools } from '../tools/plant-tools.ts'

/** Calls of one address: a model asks several times for one answer. */
const rate = { max: 240, timeWindow: '1 minute' }

/**
 * The tools of the assistant for other programs, by the Model Context Protocol over HTTP
 * (revision 2026-07-28, and the ones before without sessions). A call has the rights of its session
 * or access token, and reads.
 */
export function registerMcp(
  app: FastifyInstance,
  services: AssistantServices,
  version: string,
): void {
  const config = { gate: warRoomGate, isOpenToTokens: true, changesNothing: true, rateLimit: rate }
  const schema = { summary: 'The tools of the assistant, by the Model Context Protocol' }
  app.post('/api/mcp', { config, schema }, async (request, reply) => {
    const { caller } = request
    if (!caller) throw new AppError('unauthenticated', 'Sign in first')
    const leaving = disconnectSignal(reply)
    const plant = () => new Plant(services, caller, leaving)
    const handler = createMcpHandler(() => serverOf(plant, version), { maxSubscriptions: 0 })
    const response = await handler.fetch(asWebRequest(request), { parsedBody: request.body })
    void reply.code(response.status)
    const type = response.headers.get('content-type')
    if (type !== null) void reply.header('content-type', type)
    return reply.send(Buffer.from(await response.arrayBuffer()))
  })
}

function asWebRequest(request: FastifyRequest): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && !name.startsWith(':')) headers.set(name, value)
  // What it carries was read already, and is given beside it.
  headers.delete('content-length')
  return new Request(new URL(request.url, 'http://localhost'), {
    ...{ method: 'POST', headers, body: JSON.stringify(request.body) },
  })
}

function serverOf(plant: () => Plant, version: string): McpServer {
  const server = new McpServer({ name: 'warroom', version })
  for (const [name, { description, input, run }] of Object.entries(plantTools))
    server.registerTool(
      name,
      { description, inputSchema: input, annotations: { readOnlyHint: true } },
      async (args: Readonly<Record<string, unknown>>) => {
        try {
          return textOf(JSON.stringify((await run(plant(), args)).data))
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          return { ...textOf(`${error.code}: ${error.message}`), isError: true }
        }
      },
    )
  return server
}

const textOf = (text: string) => ({ content: [{ type: 'text' as const, text }] })
