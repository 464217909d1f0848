import {
  AttributeIds,
  BrowseDirection,
  NodeClass,
  VariantArrayType,
  type ClientSession,
  type DataValue,
  type NodeId,
  type ReferenceDescription,
} from 'node-opcua-client'
import { statedUnit } from '#kit/server/documents/stated-unit.ts'
import type { DescribedVariable } from '../../../../contract/kinds/opcua.ts'
import type { NodeIds } from '../access/node-ids.ts'
import { describeStatus } from '../subscription/monitored-items.ts'
import { valueOf } from '../values/value-of.ts'

const hasProperty = 'i=46'
const names = 0x3f
/** Bit of the access level that lets somebody write the value. */
const currentWrite = 0x02
const shownCharacters = 200

const attributes = [
  AttributeIds.DataType,
  AttributeIds.ValueRank,
  AttributeIds.UserAccessLevel,
  AttributeIds.Description,
  AttributeIds.Value,
] as const

/** What the server says about these variables: types, units, ranges, states and present values. */
export async function describeVariables(
  session: ClientSession,
  nodeIds: NodeIds,
  texts: readonly string[],
): Promise<DescribedVariable[]> {
  const described: DescribedVariable[] = []
  // One after the other: some servers take only few questions at once.
  for (const text of texts) {
    const nodeId = nodeIds.resolve(text)
    described.push(
      nodeId
        ? await describe(session, text, nodeId)
        : { ...unreadable, nodeId: text, value: 'BadNodeIdUnknown' },
    )
  }
  return described
}

const unreadable = {
  ...{ dataType: '', isArray: false, isWritable: false, unit: '', low: null, high: null },
  ...{ states: {}, description: '' },
}

async function describe(
  session: ClientSession,
  text: string,
  nodeId: NodeId,
): Promise<DescribedVariable> {
  const [dataType, rank, access, description, value] = await session.read(
    attributes.map((attributeId) => ({ nodeId, attributeId })),
  )
  const type: unknown = dataType?.value.value
  if (!isNodeId(type)) return { ...unreadable, nodeId: text, value: shown(value) }
  const properties = await propertiesOf(session, nodeId)
  const [low, high] = rangeOf(properties.get('EURange') ?? properties.get('InstrumentRange'))
  return {
    nodeId: text,
    dataType: await nameOf(session, type),
    isArray: numberOf(rank) >= 0,
    isWritable: (numberOf(access) & currentWrite) !== 0,
    unit: statedUnit(
      textOf(member(properties.get('EngineeringUnits'), 'displayName')).slice(0, 32),
    ),
    ...{ low, high },
    states: statesOf(properties, await propertiesOf(session, type)),
    description: textOf(description?.value.value).slice(0, shownCharacters),
    value: shown(value),
  }
}

type Properties = ReadonlyMap<string, unknown>

async function propertiesOf(session: ClientSession, nodeId: NodeId): Promise<Properties> {
  const { references } = await session.browse({
    ...{ nodeId, referenceTypeId: hasProperty, includeSubtypes: true },
    ...{ browseDirection: BrowseDirection.Forward, resultMask: names },
    nodeClassMask: NodeClass.Variable,
  })
  const wanted = (references ?? []).filter(({ browseName }) => isWanted(browseName.name ?? ''))
  if (wanted.length === 0) return new Map()
  const values = await session.read(
    wanted.map((each) => ({ nodeId: each.nodeId, attributeId: AttributeIds.Value })),
  )
  return new Map(wanted.map((each, index) => [nameIn(each), values[index]?.value.value]))
}

const isWanted = (name: string) =>
  /^(?:EURange|InstrumentRange|EngineeringUnits|EnumStrings|EnumValues|TrueState|FalseState)$/.test(
    name,
  )

const nameIn = ({ browseName }: ReferenceDescription) => browseName.name ?? ''

async function nameOf(session: ClientSession, nodeId: NodeId): Promise<string> {
  const { value } = await session.read({ nodeId, attributeId: AttributeIds.BrowseName })
  return textOf(member(value.value, 'name')) || nodeId.toString()
}

function rangeOf(range: unknown): readonly [number | null, number | null] {
  const [low, high] = [member(range, 'low'), member(range, 'high')]
  // A range without an extent says nothing.
  return typeof low === 'number' && typeof high === 'number' && low < high
    ? [low, high]
    : [null, null]
}

/** Words of an enumeration, of the node or of its type, or of something that is on or off. */
function statesOf(own: Properties, ofType: Properties): Record<string, string> {
  const [off, on] = [textOf(own.get('FalseState')), textOf(own.get('TrueState'))]
  if (off !== '' || on !== '') return { '0': off, '1': on }
  const texts = own.get('EnumStrings') ?? ofType.get('EnumStrings')
  if (Array.isArray(texts))
    return Object.fromEntries(texts.map((text, index) => [String(index), textOf(text)]))
  const values = own.get('EnumValues') ?? ofType.get('EnumValues')
  if (!Array.isArray(values)) return {}
  return Object.fromEntries(
    values.map((each: unknown) => [
      String(lowOf(member(each, 'value'))),
      textOf(member(each, 'displayName')),
    ]),
  )
}

/** Whole numbers of 64 bits are two of 32. */
const lowOf = (value: unknown) => (Array.isArray(value) ? Number(value[1]) : Number(value))

function shown(data: DataValue | undefined): string {
  if (!data) return ''
  if (data.statusCode.isBad()) return describeStatus(data.statusCode)
  const { arrayType, value } = data.value
  if (arrayType !== VariantArrayType.Scalar)
    return `[${Array.from((value ?? []) as ArrayLike<unknown>, String)
      .slice(0, 10)
      .join(', ')}]`.slice(0, shownCharacters)
  const understood = valueOf(data.value)
  return 'reason' in understood
    ? understood.reason
    : String(understood.value ?? '').slice(0, shownCharacters)
}

const member = (object: unknown, name: string): unknown =>
  typeof object === 'object' && object !== null
    ? Object.entries(object).find(([key]) => key === name)?.[1]
    : undefined

/** A text, or that of a text with a language. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const text = member(value, 'text')
  return typeof text === 'string' ? text : ''
}

const numberOf = (data: DataValue | undefined): number =>
  typeof data?.value.value === 'number' ? data.value.value : -1

const isNodeId = (value: unknown): value is NodeId =>
  typeof value === 'object' && value !== null && 'identifierType' in value
