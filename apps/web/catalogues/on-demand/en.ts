import { joinCatalogues } from '../join-catalogues.ts'

export default joinCatalogues(
  {},
  import.meta.glob(
    [
      '../../../../features/*/web/texts/on-demand/en.json',
      '../../../../features/*/web/kinds/*/texts/on-demand/en.json',
    ],
    { eager: true, import: 'default' },
  ),
)
