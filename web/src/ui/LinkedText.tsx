import { Suspense } from 'react'
import { lazyPart } from '../lib/offline/lazy-part.ts'

const Links = lazyPart(() => import('./Links.tsx'), 'Links')

/** Few texts have one: only they load what reads it. */
const MAY_HAVE_ADDRESS = /https?:\/\/|mailto:/i

/** A person's text, with its URLs as links. */
export const LinkedText = ({ text }: { text: string }) =>
  MAY_HAVE_ADDRESS.test(text) ? (
    <Suspense fallback={text}>
      <Links text={text} />
    </Suspense>
  ) : (
    text
  )
