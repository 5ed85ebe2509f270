import { useCallback, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { CHAT_MESSAGE_LIMIT, CONTINUE_QUESTION } from '../../../../domain/growth-chat.ts'
import { accessToken } from '../../lib/session/client.ts'
import { config } from '../../lib/session/config.ts'
import { useDraft } from '../../lib/offline/drafts.ts'
import { isOffline, useOffline } from '../../lib/offline/network.ts'
import { rowsOf, useOutbox, useUnsent } from '../../lib/offline/outbox.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { useLinkedId } from '../../lib/data/linked-row.ts'
import { toastError } from '../../lib/texts/toasts.ts'
import { ChatBody, ChatPanel, Composer } from '../../ui/Chat.tsx'
import { Conversation } from '../../ui/Conversation.tsx'
import { Loaded } from '../../ui/states.tsx'
import { OutboxList } from '../../ui/OutboxList.tsx'
import { announcementOf } from './announcement.ts'
import { AskingContext } from './AskedQuestions.tsx'
import { isAnswering, QUESTION } from './conversation.ts'
import { useHistory } from './history.ts'
import { Message } from './Message.tsx'
import { QuickActions } from './QuickActions.tsx'
import { shownId, shownMessages } from './shown-messages.ts'
import { useConversation } from './use-conversation.ts'
import { chatTexts } from './chat-texts.ts'

export function CofounderChat() {
  const { id: user } = useAccount()
  const { turns, isBusy, current, send, stop } = useConversation()
  const target = useLinkedId()
  const navigate = useNavigate()
  const { query, isPart, hasEarlier, isLoadingEarlier, loadEarlier } = useHistory(user, target)
  const showLatest = () => void navigate({ hash: '' }, { replace: true })
  const [text, setText] = useDraft(user, QUESTION, '')
  const unsent = useUnsent(user, 'question')
  const isWithoutNetwork = useOffline()
  /** Those that wait for the answer before them. */
  const queued = useOutbox(user, 'question').filter(
    ({ id, state }) => state === 'new' && isBusy && !turns.some((turn) => turn.id === id),
  )

  /** Whether a question is entered whose answer has not begun. */
  const isEntered = () => !isOffline() && rowsOf(user, 'question').some(({ state }) => state === 'new')

  const ask = async (question: string) => {
    if (isBusy || isEntered()) return
    if (!question.trim()) return toastError(chatTexts.empty)
    // Without a network an expired session cannot be refreshed, and the question waits.
    if (!isOffline() && !(await accessToken())) return toastError(chatTexts.notSignedIn)
    // Another question may have been sent since, or more typed.
    if (isAnswering(current()) || isEntered()) return
    setText((now) => (now === question ? '' : now))
    if (target) showLatest()
    send(question.trim())
  }

  // The same function for each render, so that typing renders no message.
  const latestAsk = useRef(ask)
  useEffect(() => void (latestAsk.current = ask))
  const continueAnswer = useCallback(() => void latestAsk.current(CONTINUE_QUESTION), [])

  // The current turn is shown even while the history fails to load.
  const stored = query.data ?? (turns.length > 0 ? [] : undefined)
  const messages = stored && shownMessages(stored, isPart ? [] : turns)
  const targetMessage = stored?.find(({ id }) => id === target)

  return (
    <ChatPanel>
      {!config().ai.configured && <CoachNotice />}
      <p aria-live="polite" className="sr-only">
        {announcementOf(turns.at(-1))}
      </p>
      <ChatBody>
        <AskingContext value={{ ask: (question) => void ask(question), isBusy }}>
          <Loaded
            query={{ ...query, data: messages }}
            failed={chatTexts.loadFailed}
            isEmpty={(all) => all.length === 0}
            empty={<Opening />}
          >
            {(all) => (
              <Conversation
                key={targetMessage?.id}
                target={targetMessage && shownId(targetMessage)}
                onLatest={isPart ? showLatest : undefined}
                label="Conversation with the AI Co-Founder"
                messages={all}
                hasEarlier={hasEarlier}
                isLoadingEarlier={isLoadingEarlier}
                onLoadEarlier={loadEarlier}
                isOwn={({ state }) => state === 'thinking'}
                growth={all.at(-1)?.content.length ?? 0}
              >
                {(message) => (
                  <Message
                    {...message}
                    onContinue={message.id === all.at(-1)?.id && !isPart ? continueAnswer : undefined}
                  />
                )}
              </Conversation>
            )}
          </Loaded>
        </AskingContext>
      </ChatBody>
      <QuickActions isBusy={isBusy} onChoose={(action) => void ask(action)} />
      <Composer
        label="Message to the AI Co-Founder"
        placeholder="Ask about your growth..."
        text={text}
        limit={CHAT_MESSAGE_LIMIT}
        action="question"
        note={
          <OutboxList
            rows={[...unsent.rows, ...queued].map(({ id, payload, reason }) => ({
              id,
              label: payload.question,
              reason,
            }))}
            isOffline={isWithoutNetwork}
            onEdit={(id) =>
              unsent.edit(id, ({ question }) => setText((typed) => [question, typed].filter(Boolean).join('\n')))
            }
            onDiscard={unsent.discard}
          />
        }
        stop={isBusy ? { onStop: () => void stop(), isStopping: turns.at(-1)?.state === 'stopping' } : undefined}
        onType={setText}
        onSend={() => void ask(text)}
      />
    </ChatPanel>
  )
}

const CoachNotice = () => (
  <p className="border-b border-border px-4 py-2.5 text-sm text-muted sm:px-5">
    Built-in coach · answers from your own records
  </p>
)

const Opening = () => (
  <div className="m-auto max-w-sm p-4 text-center">
    <p className="text-lg font-semibold tracking-tight">What are we growing today?</p>
    <p className="mt-1 text-muted">Ask about your numbers, your next channel or the decision in front of you.</p>
  </div>
)
