import { AttributeIds, ServerState } from 'node-opcua-client'
import { OpcUaRequest, type OpcUaFound, type OpcUaSettings } from '../../../contract/kinds/opcua.ts'
import type { Configuration, ConnectorDriver } from '../../driver.ts'
import { accessFailure } from './access/access-failure.ts'
import { describeEndpoints, fetchEndpoints } from './access/endpoints.ts'
import { NodeIds } from './access/node-ids.ts'
import { openSession, type OpenSession, type ServerAccess } from './access/open-session.ts'
import { ownCertificate } from './access/own-certificate.ts'
import { WatchedServer, watchTimes } from './subscription/watched-server.ts'
import { childrenOf } from './view/children.ts'
import { SharedSessions } from './view/shared-sessions.ts'
import { describeVariables } from './view/variables.ts'

const serverStateNode = 'i=2259'
const productNode = 'i=2261'

const drivers = new Map<string, ConnectorDriver<OpcUaSettings>>()

/** The driver of this process, which lets people look around in sessions that stay open a while. */
export function openOpcUaDriver(directory: string): ConnectorDriver<OpcUaSettings> {
  const driver = drivers.get(directory) ?? createOpcUaDriver(directory)
  drivers.set(directory, driver)
  return driver
}

/** OPC UA with node-opcua; `directory` holds the certificate of this installation. */
export function createOpcUaDriver(
  directory: string,
  times = watchTimes,
): ConnectorDriver<OpcUaSettings> {
  const endless = new AbortController().signal
  const sessions = new SharedSessions(async (access) =>
    openSession(access, await ownCertificate(directory), endless),
  )
  return {
    async connect(configuration, host) {
      const own = await ownCertificate(directory)
      const open = await openSession(accessOf(configuration), own, host.signal)
      const watched = new WatchedServer({ open, settings: configuration.settings, host, times })
      try {
        await watched.begin()
        return watched
      } catch (error) {
        await watched.close()
        throw accessFailure(error)
      }
    },
    async test(configuration, signal) {
      const own = await ownCertificate(directory)
      const open = await openSession(accessOf(configuration), own, signal)
      try {
        return await describeServer(open)
      } finally {
        await open.close()
      }
    },
    async browse(configuration, asked) {
      const request = OpcUaRequest.parse(asked)
      try {
        if (request.ask === 'endpoints') {
          const { endpointUrl } = configuration.settings
          const endpoints = await fetchEndpoints(endpointUrl, await ownCertificate(directory))
          return found({ found: 'endpoints', endpoints: [...describeEndpoints(endpoints)] })
        }
        return await sessions.use(accessOf(configuration), (open) => answer(open, request))
      } catch (error) {
        throw accessFailure(error)
      }
    },
  }
}

async function answer(
  { session }: OpenSession,
  request: Exclude<OpcUaRequest, { ask: 'endpoints' }>,
) {
  const nodeIds = await NodeIds.of(session)
  if (request.ask === 'children')
    return found({ found: 'children', ...(await childrenOf(session, nodeIds, request)) })
  const variables = await describeVariables(session, nodeIds, request.nodeIds)
  return found({ found: 'variables', variables })
}

async function describeServer({ session }: OpenSession) {
  const [product, state] = await session.read([
    { nodeId: productNode, attributeId: AttributeIds.Value },
    { nodeId: serverStateNode, attributeId: AttributeIds.Value },
  ])
  return found({
    found: 'server',
    product: String(product?.value.value ?? ''),
    state: ServerState[Number(state?.value.value)] ?? '',
  })
}

const found = (what: OpcUaFound) => what

function accessOf({ settings, secrets }: Configuration<OpcUaSettings>): ServerAccess {
  const { endpointUrl, security, user, mayExposePassword, acceptedCertificate } = settings
  return {
    ...{ endpointUrl, security, user, mayExposePassword, acceptedCertificate },
    password: secrets.password,
  }
}
