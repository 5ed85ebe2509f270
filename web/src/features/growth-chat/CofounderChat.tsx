import { Suspense } from 'react'
import { CHAT_MESSAGE_LIMIT, type ChatMessage } from '../../../../domain/growth-chat.ts'
import { accessToken } from '../../lib/client.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { texts } from '../../lib/texts.ts'
import { toastError } from '../../lib/toasts.ts'
import { Bubble, ChatPanel, Composer, MessageList } from '../../ui/Chat.tsx'
import { QuickActions } from './QuickActions.tsx'
import { useConversation } from './use-conversation.ts'

const Markdown = lazyPart(() => import('./Markdown.tsx'), 'Markdown')

export function CofounderChat() {
  const { messages, draft, isLoading, type, send } = useConversation()
  const isWaiting = isLoading && messages.at(-1)?.role === 'user'

  const ask = async (text: string) => {
    if (isLoading) return false
    if (!text.trim()) return refuse(texts.chat.empty)
    if (!(await accessToken())) return refuse(texts.chat.notSignedIn)
    void send(text.trim())
    return true
  }

  return (
    <ChatPanel>
      <MessageList label="Conversation with the AI Co-Founder" isBusy={isLoading}>
        {messages.length === 0 && <Opening />}
        {messages.map((message, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- messages are only ever added at the end
          <Message key={index} message={message} />
        ))}
        {isWaiting && <p className="animate-pulse px-1 text-muted">Thinking...</p>}
      </MessageList>
      <QuickActions isBusy={isLoading} onChoose={(action) => void ask(action)} />
      <Composer
        label="Message to the AI Co-Founder"
        placeholder="Ask about your growth..."
        text={draft}
        maxLength={CHAT_MESSAGE_LIMIT}
        isSendDisabled={isLoading}
        onType={type}
        onSend={() => void ask(draft).then((isSent) => isSent && type(''))}
      />
    </ChatPanel>
  )
}

function refuse(reason: string) {
  toastError(reason)
  return false
}

const Opening = () => (
  <div className="m-auto max-w-sm text-center">
    <p className="text-lg font-semibold tracking-tight">What are we growing today?</p>
    <p className="mt-1 text-muted">Ask about your numbers, your next channel or the decision in front of you.</p>
  </div>
)

const Message = ({ message: { role, content } }: { message: ChatMessage }) => (
  <Bubble side={role === 'user' ? 'right' : 'left'} author={role === 'user' ? 'You' : 'AI Co-Founder'}>
    {role === 'user' ? (
      <p className="wrap-anywhere whitespace-pre-wrap">{content}</p>
    ) : (
      <Suspense fallback={<p className="whitespace-pre-wrap">{content}</p>}>
        <Markdown text={content} />
      </Suspense>
    )}
  </Bubble>
)
