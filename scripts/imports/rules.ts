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
 * Imports go one way, on one side: what runs in browsers never reaches the server's code, and a
 * feature reaches another one only through its contract. Tests and tools may import everything.
 */
export const rules: readonly Rule[] = [
  { zone: model, mayImport: [] },
  { zone: contracts, mayImport: [model, contracts] },
  { zone: 'kit/server', mayImport: [model], isNode: true },
  { zone: 'kit/ui', mayImport: [model] },
  { zone: 'kit/web', mayImport: [model, 'kit/ui'] },
  { zone: 'features/*/server', mayImport: [model, contracts, 'kit/server'], isNode: true },
  { zone: 'features/*/web', mayImport: [model, contracts, 'kit/ui', 'kit/web'] },
  {
    zone: 'apps/web',
    mayImport: [model, contracts, 'kit/ui', 'kit/web', 'features/*/web'],
  },
  ...['apps/server', 'apps/admin', 'apps/replay'].map((zone) => ({
    zone,
    mayImport: [model, contracts, 'kit/server', 'features/*/server', 'apps/server', 'apps/admin'],
    isNode: true as const,
  })),
]
