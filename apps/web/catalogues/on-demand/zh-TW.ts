import { joinCatalogues } from '../join-catalogues.ts'

export default joinCatalogues(
  {},
  import.meta.glob(
    [
      '../../../../features/*/web/texts/on-demand/zh-TW.json',
      '../../../../features/*/web/kinds/*/texts/on-demand/zh-TW.json',
    ],
    { eager: true, import: 'default' },
  ),
)
