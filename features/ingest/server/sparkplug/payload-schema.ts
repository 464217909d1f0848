import protobuf from 'protobufjs/light.js'

type FieldRow = readonly [id: number, type: string, rule?: 'repeated']
type MessageRow = Readonly<Record<string, FieldRow>>

/** The messages of a Sparkplug B payload, as its specification numbers them. */
const messages: Readonly<Record<string, MessageRow>> = {
  Payload: {
    timestamp: [1, 'uint64'],
    metrics: [2, 'Metric', 'repeated'],
    seq: [3, 'uint64'],
    uuid: [4, 'string'],
    body: [5, 'bytes'],
  },
  Metric: {
    name: [1, 'string'],
    alias: [2, 'uint64'],
    timestamp: [3, 'uint64'],
    datatype: [4, 'uint32'],
    isHistorical: [5, 'bool'],
    isTransient: [6, 'bool'],
    isNull: [7, 'bool'],
    properties: [9, 'PropertySet'],
    intValue: [10, 'uint32'],
    longValue: [11, 'uint64'],
    floatValue: [12, 'float'],
    doubleValue: [13, 'double'],
    booleanValue: [14, 'bool'],
    stringValue: [15, 'string'],
    bytesValue: [16, 'bytes'],
    datasetValue: [17, 'DataSet'],
    templateValue: [18, 'Template'],
  },
  PropertySet: { keys: [1, 'string', 'repeated'], values: [2, 'PropertyValue', 'repeated'] },
  PropertyValue: { type: [1, 'uint32'], isNull: [2, 'bool'], ...scalars(3) },
  DataSet: {
    columnCount: [1, 'uint64'],
    columns: [2, 'string', 'repeated'],
    types: [3, 'uint32', 'repeated'],
    rows: [4, 'Row', 'repeated'],
  },
  Row: { elements: [1, 'DataSetValue', 'repeated'] },
  DataSetValue: scalars(1),
  Template: {
    version: [1, 'string'],
    metrics: [2, 'Metric', 'repeated'],
    parameters: [3, 'Parameter', 'repeated'],
    templateRef: [4, 'string'],
    isDefinition: [5, 'bool'],
  },
  Parameter: { name: [1, 'string'], type: [2, 'uint32'], ...scalars(3) },
}

function scalars(first: number): MessageRow {
  const types = {
    ...{ intValue: 'uint32', longValue: 'uint64', floatValue: 'float' },
    ...{ doubleValue: 'double', booleanValue: 'bool', stringValue: 'string' },
  }
  return Object.fromEntries(
    Object.entries(types).map(([name, type], index) => [name, [first + index, type]]),
  )
}

const root = protobuf.Root.fromJSON({
  nested: Object.fromEntries(
    Object.entries(messages).map(([name, fields]) => [
      name,
      {
        // Where a number that is 0 differs from none.
        edition: 'proto2',
        fields: Object.fromEntries(
          Object.entries(fields).map(([field, [id, type, rule]]) => [
            field,
            rule === undefined ? { id, type } : { id, type, rule },
          ]),
        ),
      },
    ]),
  ),
})

/** A whole number of 64 bits, as the library reads it. */
export interface Int64 {
  readonly low: number
  readonly high: number
}

/** A value without a structure. A field that is not sent is absent, or null. */
export interface Scalar {
  readonly intValue?: number | null
  readonly longValue?: Int64 | number | null
  readonly floatValue?: number | null
  readonly doubleValue?: number | null
  readonly booleanValue?: boolean | null
  readonly stringValue?: string | null
}

export interface PropertySet {
  readonly keys?: readonly string[]
  readonly values?: readonly (Scalar & { readonly type?: number; readonly isNull?: boolean })[]
}

export interface DataSet {
  readonly columns?: readonly string[]
  readonly types?: readonly number[]
  readonly rows?: readonly { readonly elements?: readonly Scalar[] }[]
}

export interface Template {
  readonly version?: string
  readonly templateRef?: string
  readonly isDefinition?: boolean
  readonly metrics?: readonly Metric[]
  readonly parameters?: readonly (Scalar & { readonly name?: string; readonly type?: number })[]
}

export interface Metric extends Scalar {
  readonly name?: string
  readonly alias?: Int64 | number | null
  readonly timestamp?: Int64 | number | null
  readonly datatype?: number
  readonly isHistorical?: boolean
  readonly isNull?: boolean
  readonly properties?: PropertySet | null
  readonly bytesValue?: Uint8Array | null
  readonly datasetValue?: DataSet | null
  readonly templateValue?: Template | null
}

export interface Payload {
  readonly timestamp?: Int64 | number | null
  readonly metrics?: readonly Metric[]
  readonly seq?: Int64 | number | null
  readonly uuid?: string
  readonly body?: Uint8Array
}

const type = root.lookupType('Payload')

/** Throws where the bytes are no such payload. What was not sent is absent. */
export function readPayload(bytes: Uint8Array): Payload {
  return type.toObject(type.decode(bytes))
}

export function writePayload(payload: Payload): Buffer {
  return Buffer.from(type.encode(type.fromObject(payload)).finish())
}
