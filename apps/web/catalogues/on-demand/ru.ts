import { joinCatalogues } from '../join-catalogues.ts'

export default joinCatalogues(
  {},
  import.meta.glob(
    [
      '../../../../features/*/web/texts/on-demand/ru.json',
      '../../../../features/*/web/kinds/*/texts/on-demand/ru.json',
    ],
    { eager: true, import: 'default' },
  ),
)
