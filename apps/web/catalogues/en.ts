import { joinCatalogues } from './join-catalogues.ts'

export default joinCatalogues(
  import.meta.glob('../texts/en.json', { eager: true, import: 'default' }),
  import.meta.glob(
    ['../../../features/*/web/texts/en.json', '../../../features/*/web/kinds/*/texts/en.json'],
    { eager: true, import: 'default' },
  ),
)
