/** What files of a zone may import beside each other. A star stands for the name of a feature. */
export interface Rule {
  readonly zone: string
  readonly mayImport: readonly string[]
  /** It runs in Node alone, and may use its modules. */
  readonly isNode?: true
}

const model = 'kit/model'
const contracts = 'features/*/contract'
/**
 * Modules of the kit's web side that compute and nothing else: what is drawn in a browser and what
 * is printed on the server must not differ.
 */
const pure = 'pure'
export const pureModules: readonly string[] = [
  'kit/ui/chart/data/',
  'kit/web/formats/format.ts',
  'kit/web/formats/hours.ts',
  'kit/web/formats/number.ts',
  'kit/web/formats/repeated-hour.ts',
]

/**
 * Imports go one way, on one side: what runs in browsers never reaches the server's code, and a
 * feature reaches another one only through its contract. Tests and tools may import everything.
 */
export const rules: readonly Rule[] = [
  { zone: model, mayImport: [] },
  { zone: pure, mayImport: [model] },
  { zone: contracts, mayImport: [model, contracts, pure] },
  { zone: 'kit/server', mayImport: [model], isNode: true },
  { zone: 'kit/ui', mayImport: [model, pure] },
  { zone: 'kit/web', mayImport: [model, 'kit/ui', pure] },
  { zone: 'features/*/server', mayImport: [model, contracts, 'kit/server'], isNode: true },
  { zone: 'features/*/web', mayImport: [model, contracts, 'kit/ui', 'kit/web', pure] },
  {
    zone: 'apps/web',
    mayImport: [model, contracts, 'kit/ui', 'kit/web', 'features/*/web', pure],
  },
  ...['apps/server', 'apps/admin', 'apps/replay'].map((zone) => ({
    zone,
    mayImport: [model, contracts, 'kit/server', 'features/*/server', 'apps/server', 'apps/admin'],
    isNode: true as const,
  })),
]
