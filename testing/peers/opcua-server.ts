import { join } from 'node:path'
import {
  DataType,
  MessageSecurityMode,
  type SecurityPolicy,
  type VariantOptions,
} from 'node-opcua-client'
import { OPCUACertificateManager } from 'node-opcua-certificate-manager'
import { nodesets } from 'node-opcua-nodesets'
import { OPCUAServer } from 'node-opcua-server'
import { freePort } from './free-port.ts'

type Namespace = ReturnType<NonNullable<OPCUAServer['engine']['addressSpace']>['getOwnNamespace']>
type Variable = ReturnType<Namespace['addVariable']>

interface Options {
  /** A port where one listened before; by default a free one. */
  readonly port?: number
  /** Holds the server's certificate, which is made again in an empty one. */
  readonly directory: string
  readonly securityPolicies?: readonly SecurityPolicy[]
  /** The one who may sign in, beside everybody. */
  readonly user?: { readonly name: string; readonly password: string }
  readonly allowAnonymous?: boolean
}

/** A server of node-opcua with a plant of its own. */
export class OpcUaServer {
  readonly port: number
  readonly endpointUrl: string
  readonly directory: string
  readonly #server: OPCUAServer
  readonly #namespace: Namespace

  private constructor(server: OPCUAServer, namespace: Namespace, port: number, directory: string) {
    this.#server = server
    this.#namespace = namespace
    this.port = port
    this.directory = directory
    this.endpointUrl = `opc.tcp://127.0.0.1:${port}`
  }

  /** Prepares a server; it listens when it is started. */
  static async create(options: Options): Promise<OpcUaServer> {
    const { directory, user, securityPolicies } = options
    const port = options.port ?? (await freePort())
    const server = new OPCUAServer({
      ...{ port, hostname: '127.0.0.1' },
      serverCertificateManager: new OPCUACertificateManager({
        rootFolder: join(directory, 'pki'),
        automaticallyAcceptUnknownCertificate: true,
      }),
      certificateFile: join(directory, 'server.pem'),
      nodeset_filename: [nodesets.standard],
      // What asks for every change gets each, instead of the last within a tenth of a second.
      serverCapabilities: { minSupportedSampleRate: 0 },
      ...(securityPolicies ? { securityPolicies: [...securityPolicies] } : {}),
      securityModes: [
        MessageSecurityMode.None,
        MessageSecurityMode.Sign,
        MessageSecurityMode.SignAndEncrypt,
      ],
      allowAnonymous: options.allowAnonymous ?? true,
      userManager: {
        isValidUser: (name: string, password: string) =>
          name === user?.name && password === user?.password,
      },
    })
    await server.initialize()
    const namespace = server.engine.addressSpace?.getOwnNamespace()
    if (!namespace) throw new Error('the server has no address space')
    return new OpcUaServer(server, namespace, port, directory)
  }

  /** Resolves when it listens. */
  async start(): Promise<this> {
    await this.#server.start()
    return this
  }

  async stop(): Promise<void> {
    await this.#server.shutdown(0)
  }

  get namespace(): Namespace {
    return this.#namespace
  }

  /** Sessions that are open now. */
  get sessions(): number {
    return this.#server.currentSessionCount
  }

  addObject(name: string): ReturnType<Namespace['addObject']> {
    const { objects } = this.#namespace.addressSpace.rootFolder
    return this.#namespace.addObject({
      ...{ organizedBy: objects, browseName: name, nodeId: `s=${name}` },
    })
  }

  /** A variable of the object with the name `s={name}`. */
  addVariable(
    parent: ReturnType<OpcUaServer['addObject']>,
    name: string,
    value: VariantOptions,
  ): Variable {
    const { dataType = DataType.Double } = value
    return this.#namespace.addVariable({
      ...{ componentOf: parent, browseName: name, nodeId: `s=${name}`, dataType },
      ...(Array.isArray(value.value) || ArrayBuffer.isView(value.value) ? { valueRank: 1 } : {}),
      // Every change is seen, and none by looking now and then.
      minimumSamplingInterval: 0,
      value,
    })
  }
}
