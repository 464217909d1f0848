import { joinCatalogues } from '../join-catalogues.ts'

export default joinCatalogues(
  {},
  import.meta.glob(
    [
      '../../../../features/*/web/texts/on-demand/vi.json',
      '../../../../features/*/web/kinds/*/texts/on-demand/vi.json',
    ],
    { eager: true, import: 'default' },
  ),
)
