import signedIn from '../../texts/signed-in/vi.json'
import { joinCatalogues } from '../join-catalogues.ts'

export default joinCatalogues(
  { 'vi.json': signedIn },
  import.meta.glob(
    [
      '../../../../features/*/web/texts/vi.json',
      '../../../../features/*/web/kinds/*/texts/vi.json',
      '../../../../features/session/web/texts/signed-in/vi.json',
      '!../../../../features/session/web/texts/vi.json',
    ],
    { eager: true, import: 'default' },
  ),
)
