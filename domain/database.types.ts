// Made by `npm run types` from supabase/migrations; not to be edited.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      admin_audit: {
        Row: {
          id: number
          created_at: string
          admin_id: string | null
          user_id: string | null
          table_name: string
          row_id: string
          action: 'insert' | 'update' | 'delete' | 'export'
          before: Json | null
          after: Json | null
        }
        Insert: {
          id?: number
          created_at?: string
          admin_id?: string | null
          user_id?: string | null
          table_name: string
          row_id: string
          action: 'insert' | 'update' | 'delete' | 'export'
          before?: Json | null
          after?: Json | null
        }
        Update: {
          id?: number
          created_at?: string
          admin_id?: string | null
          user_id?: string | null
          table_name?: string
          row_id?: string
          action?: 'insert' | 'update' | 'delete' | 'export'
          before?: Json | null
          after?: Json | null
        }
        Relationships: []
      }
      ai_conversations: {
        Row: {
          id: string
          user_id: string
          role: 'user' | 'assistant'
          content: string
          created_at: string
          turn: string | null
          conversation: string | null
        }
        Insert: {
          id?: string
          user_id: string
          role: 'user' | 'assistant'
          content: string
          created_at?: string
          turn?: string | null
          conversation?: string | null
        }
        Update: {
          id?: string
          user_id?: string
          role?: 'user' | 'assistant'
          content?: string
          created_at?: string
          turn?: string | null
          conversation?: string | null
        }
        Relationships: []
      }
      app_entries: {
        Row: {
          id: string
          user_id: string
          created_at: string
          kind: 'goal' | 'done-goal' | 'check-in' | 'decision' | 'message'
          record_id: string
          title: string
          client_id: string
          app: string
          content_hash: string
          undone_at: string | null
        }
        Insert: {
          id?: string
          user_id: string
          created_at?: string
          kind: 'goal' | 'done-goal' | 'check-in' | 'decision' | 'message'
          record_id: string
          title: string
          client_id: string
          app: string
          content_hash: string
          undone_at?: string | null
        }
        Update: {
          id?: string
          user_id?: string
          created_at?: string
          kind?: 'goal' | 'done-goal' | 'check-in' | 'decision' | 'message'
          record_id?: string
          title?: string
          client_id?: string
          app?: string
          content_hash?: string
          undone_at?: string | null
        }
        Relationships: []
      }
      call_outcomes: {
        Row: {
          booking: string
          user_id: string
          outcome: 'held' | 'founder-absent' | 'squad-absent' | 'cancelled-late'
          content: string
          author_id: string | null
          recorded_at: string
        }
        Insert: {
          booking: string
          user_id: string
          outcome: 'held' | 'founder-absent' | 'squad-absent' | 'cancelled-late'
          content?: string
          author_id?: string | null
          recorded_at?: string
        }
        Update: {
          booking?: string
          user_id?: string
          outcome?: 'held' | 'founder-absent' | 'squad-absent' | 'cancelled-late'
          content?: string
          author_id?: string | null
          recorded_at?: string
        }
        Relationships: []
      }
      decision_answers: {
        Row: {
          user_id: string | null
          category: string | null
          was_right: string | null
          decisions: number | null
        }
        Insert: {
          user_id?: string | null
          category?: string | null
          was_right?: string | null
          decisions?: number | null
        }
        Update: {
          user_id?: string | null
          category?: string | null
          was_right?: string | null
          decisions?: number | null
        }
        Relationships: []
      }
      decisions: {
        Row: {
          id: string
          user_id: string
          title: string
          reason: string
          category: string
          impact: 'positive' | 'neutral' | 'negative'
          result: string
          created_at: string
          expected: string
          review_on: string | null
          outcome: string
          was_right: 'yes' | 'partly' | 'no' | null
          reviewed_at: string | null
          edited_at: string | null
        }
        Insert: {
          id?: string
          user_id: string
          title: string
          reason: string
          category?: string
          impact?: 'positive' | 'neutral' | 'negative'
          result?: string
          created_at?: string
          expected?: string
          review_on?: string | null
          outcome?: string
          was_right?: 'yes' | 'partly' | 'no' | null
          reviewed_at?: string | null
          edited_at?: string | null
        }
        Update: {
          id?: string
          user_id?: string
          title?: string
          reason?: string
          category?: string
          impact?: 'positive' | 'neutral' | 'negative'
          result?: string
          created_at?: string
          expected?: string
          review_on?: string | null
          outcome?: string
          was_right?: 'yes' | 'partly' | 'no' | null
          reviewed_at?: string | null
          edited_at?: string | null
        }
        Relationships: []
      }
      founder_ai_memory: {
        Row: {
          user_id: string
          memory_content: string
        }
        Insert: {
          user_id: string
          memory_content?: string
        }
        Update: {
          user_id?: string
          memory_content?: string
        }
        Relationships: []
      }
      founder_figures: {
        Row: {
          user_id: string
          last_check_in: string | null
          mood: number | null
          mood_before: number | null
          goals_open: number
          goals_completed: number
          goals_due: string | null
          conversions: number
          loops_changed_on: string | null
          runway_months: number | null
        }
        Insert: {
          user_id: string
          last_check_in?: string | null
          mood?: number | null
          mood_before?: number | null
          goals_open?: number
          goals_completed?: number
          goals_due?: string | null
          conversions?: number
          loops_changed_on?: string | null
          runway_months?: number | null
        }
        Update: {
          user_id?: string
          last_check_in?: string | null
          mood?: number | null
          mood_before?: number | null
          goals_open?: number
          goals_completed?: number
          goals_due?: string | null
          conversions?: number
          loops_changed_on?: string | null
          runway_months?: number | null
        }
        Relationships: []
      }
      founder_invitations: {
        Row: {
          id: string
          email: string
          words: string | null
          label: string | null
          invited_by: string | null
          created_at: string
          sent_at: string | null
          expires_at: string | null
          due_at: string | null
          attempts: number
        }
        Insert: {
          id?: string
          email: string
          words?: string | null
          label?: string | null
          invited_by?: string | null
          created_at?: string
          sent_at?: string | null
          expires_at?: string | null
          due_at?: string | null
          attempts?: number
        }
        Update: {
          id?: string
          email?: string
          words?: string | null
          label?: string | null
          invited_by?: string | null
          created_at?: string
          sent_at?: string | null
          expires_at?: string | null
          due_at?: string | null
          attempts?: number
        }
        Relationships: []
      }
      founder_labels: {
        Row: {
          id: string
          name: string
          created_at: string
        }
        Insert: {
          id?: string
          name: string
          created_at?: string
        }
        Update: {
          id?: string
          name?: string
          created_at?: string
        }
        Relationships: []
      }
      founder_owners: {
        Row: {
          user_id: string
          owner: string
        }
        Insert: {
          user_id: string
          owner: string
        }
        Update: {
          user_id?: string
          owner?: string
        }
        Relationships: []
      }
      founder_records: {
        Row: {
          id: string | null
          user_id: string | null
          kind: string | null
          title: string | null
          period: string | null
        }
        Insert: {
          id?: string | null
          user_id?: string | null
          kind?: string | null
          title?: string | null
          period?: string | null
        }
        Update: {
          id?: string | null
          user_id?: string | null
          kind?: string | null
          title?: string | null
          period?: string | null
        }
        Relationships: []
      }
      goal_counts: {
        Row: {
          user_id: string | null
          period: string | null
          goals: number | null
          open: number | null
        }
        Insert: {
          user_id?: string | null
          period?: string | null
          goals?: number | null
          open?: number | null
        }
        Update: {
          user_id?: string | null
          period?: string | null
          goals?: number | null
          open?: number | null
        }
        Relationships: []
      }
      goals: {
        Row: {
          id: string
          user_id: string
          text: string
          period: 'weekly' | 'monthly' | 'quarterly' | 'yearly'
          completed: boolean
          created_at: string
          completed_at: string | null
          carried_at: string | null
          position: number
          target: number | null
          progress: number | null
          unit: string | null
          parent_id: string | null
        }
        Insert: {
          id?: string
          user_id: string
          text: string
          period: 'weekly' | 'monthly' | 'quarterly' | 'yearly'
          completed?: boolean
          created_at?: string
          completed_at?: string | null
          carried_at?: string | null
          position?: number
          target?: number | null
          progress?: number | null
          unit?: string | null
          parent_id?: string | null
        }
        Update: {
          id?: string
          user_id?: string
          text?: string
          period?: 'weekly' | 'monthly' | 'quarterly' | 'yearly'
          completed?: boolean
          created_at?: string
          completed_at?: string | null
          carried_at?: string | null
          position?: number
          target?: number | null
          progress?: number | null
          unit?: string | null
          parent_id?: string | null
        }
        Relationships: []
      }
      internal_notes: {
        Row: {
          id: string
          user_id: string
          author_id: string | null
          content: string
          created_at: string
          mentions: string[]
        }
        Insert: {
          id?: string
          user_id: string
          author_id?: string | null
          content: string
          created_at?: string
          mentions?: string[]
        }
        Update: {
          id?: string
          user_id?: string
          author_id?: string | null
          content?: string
          created_at?: string
          mentions?: string[]
        }
        Relationships: []
      }
      labelled_founders: {
        Row: {
          label: string
          user_id: string
        }
        Insert: {
          label: string
          user_id: string
        }
        Update: {
          label?: string
          user_id?: string
        }
        Relationships: []
      }
      mail_settings: {
        Row: {
          user_id: string
          replies: boolean
          weekly: boolean
          time_zone: string
          reminder_hour: number | null
          promises: boolean
          team_week_hour: number | null
        }
        Insert: {
          user_id: string
          replies?: boolean
          weekly?: boolean
          time_zone?: string
          reminder_hour?: number | null
          promises?: boolean
          team_week_hour?: number | null
        }
        Update: {
          user_id?: string
          replies?: boolean
          weekly?: boolean
          time_zone?: string
          reminder_hour?: number | null
          promises?: boolean
          team_week_hour?: number | null
        }
        Relationships: []
      }
      notes: {
        Row: {
          id: string
          user_id: string
          title: string
          category: string
          content: string
          created_at: string
        }
        Insert: {
          id?: string
          user_id: string
          title: string
          category?: string
          content: string
          created_at?: string
        }
        Update: {
          id?: string
          user_id?: string
          title?: string
          category?: string
          content?: string
          created_at?: string
        }
        Relationships: []
      }
      own_notes: {
        Row: {
          id: string
          user_id: string
          content: string
          created_at: string
        }
        Insert: {
          id?: string
          user_id: string
          content: string
          created_at?: string
        }
        Update: {
          id?: string
          user_id?: string
          content?: string
          created_at?: string
        }
        Relationships: []
      }
      profiles: {
        Row: {
          id: string
          first_name: string
          last_name: string
          created_at: string
          board_seen_at: string | null
          first_steps_done_at: string | null
          figures_dismissed_on: string | null
          team_steps_done_at: string | null
        }
        Insert: {
          id: string
          first_name?: string
          last_name?: string
          created_at?: string
          board_seen_at?: string | null
          first_steps_done_at?: string | null
          figures_dismissed_on?: string | null
          team_steps_done_at?: string | null
        }
        Update: {
          id?: string
          first_name?: string
          last_name?: string
          created_at?: string
          board_seen_at?: string | null
          first_steps_done_at?: string | null
          figures_dismissed_on?: string | null
          team_steps_done_at?: string | null
        }
        Relationships: []
      }
      push_settings: {
        Row: {
          user_id: string
          muted: string[]
          shows_names: boolean
          quiet_from: number | null
          quiet_to: number | null
          time_zone: string
        }
        Insert: {
          user_id: string
          muted?: string[]
          shows_names?: boolean
          quiet_from?: number | null
          quiet_to?: number | null
          time_zone?: string
        }
        Update: {
          user_id?: string
          muted?: string[]
          shows_names?: boolean
          quiet_from?: number | null
          quiet_to?: number | null
          time_zone?: string
        }
        Relationships: []
      }
      radar_snoozes: {
        Row: {
          user_id: string
          until: string
          reason: string
          snoozed_by: string | null
          created_at: string
        }
        Insert: {
          user_id: string
          until: string
          reason: string
          snoozed_by?: string | null
          created_at?: string
        }
        Update: {
          user_id?: string
          until?: string
          reason?: string
          snoozed_by?: string | null
          created_at?: string
        }
        Relationships: []
      }
      radar_thresholds: {
        Row: {
          id: boolean
          check_in_weeks: number | null
          mood_low: number | null
          mood_fall: number | null
          runway_months: number | null
          runway_shrink_percent: number | null
          loop_days: number | null
          message_hours: number | null
          unseen_days: number | null
          goals_overdue_days: number | null
          changed_at: string
          changed_by: string | null
        }
        Insert: {
          id?: boolean
          check_in_weeks?: number | null
          mood_low?: number | null
          mood_fall?: number | null
          runway_months?: number | null
          runway_shrink_percent?: number | null
          loop_days?: number | null
          message_hours?: number | null
          unseen_days?: number | null
          goals_overdue_days?: number | null
          changed_at?: string
          changed_by?: string | null
        }
        Update: {
          id?: boolean
          check_in_weeks?: number | null
          mood_low?: number | null
          mood_fall?: number | null
          runway_months?: number | null
          runway_shrink_percent?: number | null
          loop_days?: number | null
          message_hours?: number | null
          unseen_days?: number | null
          goals_overdue_days?: number | null
          changed_at?: string
          changed_by?: string | null
        }
        Relationships: []
      }
      read_receipts: {
        Row: {
          user_id: string
          founder_read_until: string | null
          unread: number
          unread_since: string | null
          squad_read_until: string | null
          comments_read: Json
        }
        Insert: {
          user_id: string
          founder_read_until?: string | null
          unread?: number
          unread_since?: string | null
          squad_read_until?: string | null
          comments_read?: Json
        }
        Update: {
          user_id?: string
          founder_read_until?: string | null
          unread?: number
          unread_since?: string | null
          squad_read_until?: string | null
          comments_read?: Json
        }
        Relationships: []
      }
      runway_data: {
        Row: {
          user_id: string
          bank_balance: number
          monthly_revenue: number
          monthly_burn: number
        }
        Insert: {
          user_id: string
          bank_balance?: number
          monthly_revenue?: number
          monthly_burn?: number
        }
        Update: {
          user_id?: string
          bank_balance?: number
          monthly_revenue?: number
          monthly_burn?: number
        }
        Relationships: []
      }
      runway_points: {
        Row: {
          id: string
          user_id: string
          day: string
          bank_balance: number
          monthly_revenue: number
          monthly_burn: number
          created_at: string
        }
        Insert: {
          id?: string
          user_id: string
          day?: string
          bank_balance: number
          monthly_revenue: number
          monthly_burn: number
          created_at?: string
        }
        Update: {
          id?: string
          user_id?: string
          day?: string
          bank_balance?: number
          monthly_revenue?: number
          monthly_burn?: number
          created_at?: string
        }
        Relationships: []
      }
      runway_proposals: {
        Row: {
          user_id: string
          bank_balance: number
          monthly_revenue: number
          monthly_burn: number
          as_of: string
          created_at: string
          answer: 'kept' | 'corrected' | 'dismissed' | null
          answered_at: string | null
        }
        Insert: {
          user_id: string
          bank_balance: number
          monthly_revenue: number
          monthly_burn: number
          as_of: string
          created_at?: string
          answer?: 'kept' | 'corrected' | 'dismissed' | null
          answered_at?: string | null
        }
        Update: {
          user_id?: string
          bank_balance?: number
          monthly_revenue?: number
          monthly_burn?: number
          as_of?: string
          created_at?: string
          answer?: 'kept' | 'corrected' | 'dismissed' | null
          answered_at?: string | null
        }
        Relationships: []
      }
      saved_replies: {
        Row: {
          id: string
          title: string
          content: string
          created_at: string
        }
        Insert: {
          id?: string
          title: string
          content: string
          created_at?: string
        }
        Update: {
          id?: string
          title?: string
          content?: string
          created_at?: string
        }
        Relationships: []
      }
      saved_views: {
        Row: {
          id: string
          admin_id: string | null
          name: string
          query: Json
          created_at: string
        }
        Insert: {
          id?: string
          admin_id?: string | null
          name: string
          query: Json
          created_at?: string
        }
        Update: {
          id?: string
          admin_id?: string | null
          name?: string
          query?: Json
          created_at?: string
        }
        Relationships: []
      }
      squad_answers: {
        Row: {
          message_id: string
          user_id: string
          author_id: string
          batch_id: string | null
          created_at: string
        }
        Insert: {
          message_id: string
          user_id: string
          author_id: string
          batch_id?: string | null
          created_at: string
        }
        Update: {
          message_id?: string
          user_id?: string
          author_id?: string
          batch_id?: string | null
          created_at?: string
        }
        Relationships: []
      }
      squad_bookings: {
        Row: {
          id: string
          user_id: string
          member: 'whole-squad' | 'strategy' | 'growth' | 'product'
          starts_at: string
          ends_at: string
          topic: string
          time_zone: string
          revision: number
          created_at: string
          updated_at: string
          cancelled_at: string | null
          last_change: 'booked' | 'moved' | 'handed-over'
        }
        Insert: {
          id?: string
          user_id: string
          member: 'whole-squad' | 'strategy' | 'growth' | 'product'
          starts_at: string
          ends_at: string
          topic?: string
          time_zone?: string
          revision?: number
          created_at?: string
          updated_at?: string
          cancelled_at?: string | null
          last_change?: 'booked' | 'moved' | 'handed-over'
        }
        Update: {
          id?: string
          user_id?: string
          member?: 'whole-squad' | 'strategy' | 'growth' | 'product'
          starts_at?: string
          ends_at?: string
          topic?: string
          time_zone?: string
          revision?: number
          created_at?: string
          updated_at?: string
          cancelled_at?: string | null
          last_change?: 'booked' | 'moved' | 'handed-over'
        }
        Relationships: []
      }
      squad_conversations: {
        Row: {
          user_id: string
          last_message_at: string
          preview: string
          sender_type: 'user' | 'squad'
          sender_name: string | null
          answered_at: string | null
          read_until: string | null
          unread: number
          waiting_since: string | null
          done_at: string | null
          assigned_to: string | null
          state: string
          snoozed_until: string | null
          marked_unread: boolean
        }
        Insert: {
          user_id: string
          last_message_at: string
          preview: string
          sender_type: 'user' | 'squad'
          sender_name?: string | null
          answered_at?: string | null
          read_until?: string | null
          unread: number
          waiting_since?: string | null
          done_at?: string | null
          assigned_to?: string | null
          state?: string
          snoozed_until?: string | null
          marked_unread?: boolean
        }
        Update: {
          user_id?: string
          last_message_at?: string
          preview?: string
          sender_type?: 'user' | 'squad'
          sender_name?: string | null
          answered_at?: string | null
          read_until?: string | null
          unread?: number
          waiting_since?: string | null
          done_at?: string | null
          assigned_to?: string | null
          state?: string
          snoozed_until?: string | null
          marked_unread?: boolean
        }
        Relationships: []
      }
      squad_messages: {
        Row: {
          id: string
          user_id: string
          sender_type: 'user' | 'squad'
          sender_name: string | null
          content: string
          created_at: string
          about_kind: 'check-in' | 'decision' | 'goal' | null
          about_id: string | null
        }
        Insert: {
          id?: string
          user_id: string
          sender_type?: 'user' | 'squad'
          sender_name?: string | null
          content: string
          created_at?: string
          about_kind?: 'check-in' | 'decision' | 'goal' | null
          about_id?: string | null
        }
        Update: {
          id?: string
          user_id?: string
          sender_type?: 'user' | 'squad'
          sender_name?: string | null
          content?: string
          created_at?: string
          about_kind?: 'check-in' | 'decision' | 'goal' | null
          about_id?: string | null
        }
        Relationships: []
      }
      squad_typing: {
        Row: {
          user_id: string
          member: string
          typed_at: string
        }
        Insert: {
          user_id: string
          member: string
          typed_at?: string
        }
        Update: {
          user_id?: string
          member?: string
          typed_at?: string
        }
        Relationships: []
      }
      traction_loops: {
        Row: {
          id: string
          user_id: string
          name: string
          status: 'running' | 'paused' | 'scaling'
          conversions: number
          demos: number
          messages: number
          created_at: string
        }
        Insert: {
          id?: string
          user_id: string
          name: string
          status?: 'running' | 'paused' | 'scaling'
          conversions?: number
          demos?: number
          messages?: number
          created_at?: string
        }
        Update: {
          id?: string
          user_id?: string
          name?: string
          status?: 'running' | 'paused' | 'scaling'
          conversions?: number
          demos?: number
          messages?: number
          created_at?: string
        }
        Relationships: []
      }
      traction_points: {
        Row: {
          id: string
          user_id: string
          loop_id: string
          day: string
          status: string
          conversions: number
          demos: number
          messages: number
          created_at: string
        }
        Insert: {
          id?: string
          user_id: string
          loop_id: string
          day?: string
          status: string
          conversions: number
          demos: number
          messages: number
          created_at?: string
        }
        Update: {
          id?: string
          user_id?: string
          loop_id?: string
          day?: string
          status?: string
          conversions?: number
          demos?: number
          messages?: number
          created_at?: string
        }
        Relationships: []
      }
      user_roles: {
        Row: {
          user_id: string
          role: 'admin'
        }
        Insert: {
          user_id: string
          role: 'admin'
        }
        Update: {
          user_id?: string
          role?: 'admin'
        }
        Relationships: []
      }
      weekly_checkins: {
        Row: {
          id: string
          user_id: string
          week_of: string
          mood: number
          wins: string
          blockers: string
          next_priority: string
          ai_summary: string | null
          created_at: string
          priority_outcome: 'yes' | 'partly' | 'no' | null
          corrected_at: string | null
        }
        Insert: {
          id?: string
          user_id: string
          week_of: string
          mood?: number
          wins: string
          blockers?: string
          next_priority: string
          ai_summary?: string | null
          created_at?: string
          priority_outcome?: 'yes' | 'partly' | 'no' | null
          corrected_at?: string | null
        }
        Update: {
          id?: string
          user_id?: string
          week_of?: string
          mood?: number
          wins?: string
          blockers?: string
          next_priority?: string
          ai_summary?: string | null
          created_at?: string
          priority_outcome?: 'yes' | 'partly' | 'no' | null
          corrected_at?: string | null
        }
        Relationships: []
      }
      weekly_target_points: {
        Row: {
          id: string
          user_id: string
          week: string
          conversions: number | null
          demos: number | null
          messages: number | null
          created_at: string
        }
        Insert: {
          id?: string
          user_id: string
          week: string
          conversions?: number | null
          demos?: number | null
          messages?: number | null
          created_at?: string
        }
        Update: {
          id?: string
          user_id?: string
          week?: string
          conversions?: number | null
          demos?: number | null
          messages?: number | null
          created_at?: string
        }
        Relationships: []
      }
      weekly_targets: {
        Row: {
          user_id: string
          conversions: number | null
          demos: number | null
          messages: number | null
        }
        Insert: {
          user_id: string
          conversions?: number | null
          demos?: number | null
          messages?: number | null
        }
        Update: {
          user_id?: string
          conversions?: number | null
          demos?: number | null
          messages?: number | null
        }
        Relationships: []
      }
    }
    Views: { [_ in never]: never }
    Functions: {
      accept_invitation: {
        Args: { invitation: string; founder: string }
        Returns: undefined
      }
      add_note_for: {
        Args: { batch: string; founders: string[]; title: string; content: string; category?: string }
        Returns: Json
      }
      add_push_device: {
        Args: { account: string; session: string; endpoint: string; p256dh: string; auth: string; expires_at?: string }
        Returns: undefined
      }
      add_webhook: {
        Args: { id: string; name: string; address: string; sealed_url: string; sealed_secret: string; shape: string; events: string[] }
        Returns: undefined
      }
      admin_dashboard: {
        Args: { week: string }
        Returns: { founders: number; running_loops: number; monthly_revenue: number; check_ins: number }[]
      }
      allow_app: {
        Args: { client: string; scopes: string[] }
        Returns: undefined
      }
      allowed_apps: {
        Args: never
        Returns: { client_id: string; scopes: string[] }[]
      }
      app_access: {
        Args: never
        Returns: Json
      }
      app_request: {
        Args: { request: string }
        Returns: Json
      }
      assign_conversation: {
        Args: { founder: string; member: string }
        Returns: undefined
      }
      audited_admins: {
        Args: never
        Returns: { id: string; name: string }[]
      }
      batch_recipients: {
        Args: { batch: string }
        Returns: Json
      }
      begin_answer: {
        Args: { founder: string; turn: string; at_once: number; allowed: number; seconds: number; model_allowed?: number; model_allowed_in_all?: number; conversation?: string }
        Returns: { state: string; writer: string; wait: number; memory: string; budget: string }[]
      }
      begin_calendar_connection: {
        Args: never
        Returns: { state: string; code_challenge: string }[]
      }
      book_call: {
        Args: { founder: string; member: string; starts_at: string; topic?: string; time_zone?: string; network?: string; network_limit?: number }
        Returns: Database['public']['Tables']['squad_bookings']['Row']
      }
      book_founder_call: {
        Args: { founder: string; member: string; starts_at: string; topic?: string }
        Returns: string
      }
      booking_mail_sent: {
        Args: { booking: string; revision: number }
        Returns: undefined
      }
      calendar_connection: {
        Args: never
        Returns: string
      }
      calendar_feed_state: {
        Args: never
        Returns: { created_at: string; last_read_at: string }[]
      }
      calls_to_record: {
        Args: never
        Returns: { id: string; user_id: string; member: string; starts_at: string; ends_at: string; topic: string }[]
      }
      cancel_call: {
        Args: { booking: string }
        Returns: Database['public']['Tables']['squad_bookings']['Row']
      }
      cancel_founder_call: {
        Args: { booking: string }
        Returns: undefined
      }
      change_webhook: {
        Args: { webhook: string; name: string; shape: string; events: string[]; address?: string; sealed_url?: string }
        Returns: undefined
      }
      check_in_reminder_sent: {
        Args: { founder: string; friday: string }
        Returns: undefined
      }
      check_ins_between: {
        Args: { from_week: string; to_week: string }
        Returns: { id: string; week_of: string; mood: number; wins: string; blockers: string; next_priority: string; priority_outcome: string }[]
      }
      claim_booking_mails: {
        Args: { max_rows: number }
        Returns: { booking: string; revision: number; member: string; starts_at: string; ends_at: string; time_zone: string; cancelled_at: string; updated_at: string; last_change: string; email: string; failure: string }[]
      }
      claim_check_in_reminders: {
        Args: { max_rows: number }
        Returns: { founder: string; friday: string; email: string; failure: string }[]
      }
      claim_check_ins: {
        Args: { max_rows: number }
        Returns: { id: string; user_id: string; week_of: string; version: string; attempt: number; failure: string }[]
      }
      claim_invitations: {
        Args: { max_rows: number }
        Returns: { id: string; email: string; words: string; inviter: string }[]
      }
      claim_promise_mails: {
        Args: { max_rows: number }
        Returns: { member: string; email: string; lease: string; total: number; founders: Json }[]
      }
      claim_pushes: {
        Args: { max_rows: number }
        Returns: { device: string; kind: string; about: string; happened_at: string; endpoint: string; p256dh: string; auth: string; name: string; opens: string; member: string; state: string; useful_until: string; failure: string }[]
      }
      claim_reply_mails: {
        Args: { max_rows: number }
        Returns: { founder: string; email: string; first_reply: string; until: string; unread: number; replies: Json; failure: string }[]
      }
      claim_team_week_mails: {
        Args: { max_rows: number }
        Returns: { member: string; monday: string; email: string; week: Json; failure: string }[]
      }
      claim_webhook_mails: {
        Args: { max_rows: number }
        Returns: { webhook: string; member: string; email: string; name: string; address: string; off_reason: string }[]
      }
      claim_webhooks: {
        Args: { max_rows: number }
        Returns: { id: string; webhook: string; event: string; happened_at: string; shape: string; sealed_url: string; sealed_secret: string; sealed_old_secret: string; content: Json; failure: string }[]
      }
      claim_week_mails: {
        Args: { max_rows: number }
        Returns: { founder: string; monday: string; email: string; time_zone: string; week: Json; failure: string }[]
      }
      cohort_ids: {
        Args: { search?: string; filters?: Json }
        Returns: string[]
      }
      comment_counts: {
        Args: { founder?: string }
        Returns: { record: string; comments: number; unread: number }[]
      }
      consume_calendar_attempt: {
        Args: { founder: string; state: string }
        Returns: string
      }
      consume_model_budget: {
        Args: { founder: string; allowed: number; allowed_in_all: number }
        Returns: string
      }
      consume_rate_limit: {
        Args: { bucket: string; allowed: number; seconds: number }
        Returns: number
      }
      continue_messages: {
        Args: never
        Returns: { left_over: number; failure: string; wait_ms: number }[]
      }
      continue_notes: {
        Args: never
        Returns: { left_over: number; failure: string }[]
      }
      count_conversations: {
        Args: never
        Returns: Json
      }
      delete_calendar_connection: {
        Args: { founder: string }
        Returns: string
      }
      delete_conversation: {
        Args: { conversation: string }
        Returns: undefined
      }
      delete_expired: {
        Args: { max_rows: number }
        Returns: number
      }
      delete_my_account: {
        Args: never
        Returns: undefined
      }
      delete_webhook: {
        Args: { webhook: string }
        Returns: undefined
      }
      dismiss_figures: {
        Args: never
        Returns: undefined
      }
      dismiss_first_steps: {
        Args: never
        Returns: undefined
      }
      dismiss_runway_proposal: {
        Args: { founder: string; proposed_at: string }
        Returns: undefined
      }
      dismiss_team_steps: {
        Args: never
        Returns: undefined
      }
      edit_decision: {
        Args: { decision: string; title: string; reason: string; category: string; expected: string; review_on?: string; shown?: string }
        Returns: Database['public']['Tables']['decisions']['Row']
      }
      end_session: {
        Args: { session: string }
        Returns: undefined
      }
      end_snooze: {
        Args: { founder: string }
        Returns: undefined
      }
      find_audit: {
        Args: { admin?: string; founder?: string; kind?: string; since?: string; until?: string; page_size?: number; after_at?: string; after_id?: number }
        Returns: { id: number; created_at: string; admin_id: string; admin_name: string; user_id: string; founder_name: string; table_name: string; row_id: string; action: string; before: Json; after: Json }[]
      }
      find_cohort: {
        Args: { search?: string; filters?: Json; sort?: string; descending?: boolean; page_size?: number; skip?: number }
        Returns: { id: string; first_name: string; last_name: string; email: string; created_at: string; last_check_in: string; mood: number; moods: number[]; goals_open: number; goals_completed: number; conversions: number; conversions_change: number; runway_months: number; has_proposal: boolean; last_message_at: string; waiting_since: string; risks: Json; labels: string[]; owner: string; total: number }[]
      }
      find_conversations: {
        Args: { filter?: string; search?: string; longest_first?: boolean; page_size?: number; after_at?: string; after_id?: string }
        Returns: { user_id: string; first_name: string; last_name: string; last_message_at: string; preview: string; sender_type: string; sender_name: string; unread: number; state: string; waiting_since: string; assigned_to: string; email: string; snoozed_until: string; last_author: string; match_id: string; match_excerpt: string }[]
      }
      find_founders: {
        Args: { search?: string; page_size?: number; after_created_at?: string; after_id?: string }
        Returns: { id: string; first_name: string; last_name: string; email: string; created_at: string; is_admin: boolean; owner: string; total: number; admins: number }[]
      }
      find_messages: {
        Args: { search: string; max_rows?: number }
        Returns: { id: string; user_id: string; first_name: string; last_name: string; sender_type: string; sender_name: string; excerpt: string; created_at: string; email: string }[]
      }
      find_notes: {
        Args: { search?: string; category?: string; author?: string; page_size?: number; after_created_at?: string; after_id?: string }
        Returns: { note: Json; author_name: string }[]
      }
      find_records: {
        Args: { search: string; max_rows?: number; kinds?: string[] }
        Returns: { kind: string; id: string; title: string; excerpt: string; period: string; created_at: string; rank: number }[]
      }
      finish_answer: {
        Args: { founder: string; turn: string; writer: string; question: string; answer: string; conversation?: string }
        Returns: boolean
      }
      first_loop_points: {
        Args: never
        Returns: { loop_id: string; day: string; status: string; conversions: number; demos: number; messages: number }[]
      }
      founder_context: {
        Args: never
        Returns: Json
      }
      founder_names: {
        Args: { ids: string[] }
        Returns: { id: string; first_name: string; last_name: string; email: string }[]
      }
      founder_storage: {
        Args: { founder: string }
        Returns: { stored: number; allowed: number }[]
      }
      founder_summary: {
        Args: { founder: string }
        Returns: Json
      }
      founder_timeline: {
        Args: { founder: string; kinds?: string[]; page_size?: number; after_at?: string; after_id?: string }
        Returns: { id: string; kind: string; event: string; at: string; record: Json }[]
      }
      founders_at_risk: {
        Args: { snoozed?: boolean; page_size?: number; after_severity?: number; after_id?: string; after_waiting?: string; mine?: boolean }
        Returns: { user_id: string; first_name: string; last_name: string; email: string; reasons: Json; severity: number; waiting_since: string; assigned_to: string; assignee: string; owner: string; snoozed_until: string; snooze_reason: string; total: number }[]
      }
      goal_sums: {
        Args: { founder?: string }
        Returns: { goal: string; goals: number; done: number; total: number; unit: string }[]
      }
      goals_left_over: {
        Args: { week: string; month: string; quarter: string; year: string }
        Returns: { id: string; text: string; period: string; planned_at: string }[]
      }
      grant_admin: {
        Args: { address: string }
        Returns: string
      }
      hand_over_call: {
        Args: { booking: string; member: string }
        Returns: undefined
      }
      import_records: {
        Args: { batch: string; kind: string; lines: Json; founder?: string }
        Returns: Json
      }
      invitation_sent: {
        Args: { invitation: string; expires_at: string }
        Returns: undefined
      }
      invite_founders: {
        Args: { addresses: string[]; words?: string; label?: string }
        Returns: { email: string; outcome: string }[]
      }
      is_my_address_proven: {
        Args: never
        Returns: boolean
      }
      keep_runway_proposal: {
        Args: { founder: string; proposed_at: string; bank_balance: number; monthly_revenue: number; monthly_burn: number }
        Returns: undefined
      }
      keep_view: {
        Args: { view: string; name: string }
        Returns: string
      }
      label_founders: {
        Args: { label: string; founders: string[]; is_on: boolean }
        Returns: string[]
      }
      list_admins: {
        Args: never
        Returns: { id: string; first_name: string; last_name: string; email: string; has_second_factor: boolean }[]
      }
      list_labels: {
        Args: never
        Returns: { id: string; name: string; founders: number }[]
      }
      list_webhooks: {
        Args: never
        Returns: { id: string; name: string; address: string; shape: string; events: string[]; is_on: boolean; off_reason: string; failing_since: string; old_secret_until: string; created_at: string; waiting: number }[]
      }
      log_export: {
        Args: { founders: number; columns: string[] }
        Returns: undefined
      }
      loop_counts_on: {
        Args: { days: string[] }
        Returns: { loop_id: string; day: string; status: string; conversions: number; demos: number; messages: number }[]
      }
      loop_gains: {
        Args: { first_days: string[]; last_days: string[] }
        Returns: { loop_id: string; first_day: string; last_day: string; since: string; status: string; conversions: number; demos: number; messages: number; conversions_added: number; demos_added: number; messages_added: number }[]
      }
      mark_board_seen: {
        Args: { seen: string; time_zone?: string }
        Returns: undefined
      }
      mark_calendar_connection_broken: {
        Args: { founder: string; old_refresh_token: string }
        Returns: undefined
      }
      mark_comments_read: {
        Args: { record: string; until: string }
        Returns: undefined
      }
      mark_conversation_done: {
        Args: { founder: string; until: string }
        Returns: undefined
      }
      mark_conversation_read: {
        Args: { founder: string; until?: string }
        Returns: undefined
      }
      mark_conversation_unread: {
        Args: { founder: string }
        Returns: undefined
      }
      mark_replies_read: {
        Args: { until: string }
        Returns: undefined
      }
      message_founders: {
        Args: { batch: string; founders: string[]; content: string; sender_name: string }
        Returns: number
      }
      model_usage_this_month: {
        Args: never
        Returns: { answers: number; summaries: number; unreported: number; input_tokens: number; output_tokens: number; cost_usd: number }[]
      }
      move_call: {
        Args: { booking: string; starts_at: string }
        Returns: Database['public']['Tables']['squad_bookings']['Row']
      }
      move_founder_call: {
        Args: { booking: string; starts_at: string }
        Returns: undefined
      }
      move_goal: {
        Args: { goal: string; before?: string }
        Returns: undefined
      }
      my_conversations: {
        Args: never
        Returns: { conversation: string; title: string; started_at: string; latest_at: string }[]
      }
      my_data: {
        Args: { kind?: string; after_created_at?: string; after_id?: string }
        Returns: Json
      }
      my_push_device: {
        Args: { endpoint: string }
        Returns: Json
      }
      my_sessions: {
        Args: never
        Returns: { id: string; created_at: string; last_seen_at: string; user_agent: string; is_current: boolean }[]
      }
      my_weeks: {
        Args: { begins_at?: string }
        Returns: { week_of: string; mood: number; goals_completed: number }[]
      }
      new_calendar_feed: {
        Args: { time_zone: string }
        Returns: string
      }
      next_push: {
        Args: never
        Returns: number
      }
      next_webhook: {
        Args: never
        Returns: number
      }
      note_authors: {
        Args: never
        Returns: { id: string; name: string }[]
      }
      note_categories: {
        Args: never
        Returns: string[]
      }
      overdue_conversations: {
        Args: never
        Returns: { total: number; mine: number; hours: number }[]
      }
      own_runway: {
        Args: never
        Returns: Json
      }
      plan_pushes: {
        Args: never
        Returns: undefined
      }
      plan_webhooks: {
        Args: never
        Returns: undefined
      }
      postpone_review: {
        Args: { decision: string; review_on: string }
        Returns: undefined
      }
      preview_import: {
        Args: { kind: string; lines: Json; founder?: string }
        Returns: number[]
      }
      preview_recipients: {
        Args: { founders: string[] }
        Returns: Json
      }
      programme_answers: {
        Args: { joined?: string; label?: string; weeks?: number }
        Returns: { week: string; answers: number; minutes: number }[]
      }
      programme_check_ins: {
        Args: { joined?: string; label?: string; weeks?: number }
        Returns: { week: string; founders: number; checked_in: number; mood: number }[]
      }
      programme_conversions: {
        Args: { joined?: string; label?: string; weeks?: number }
        Returns: { week: string; added: number }[]
      }
      programme_months: {
        Args: never
        Returns: { month: string; founders: number }[]
      }
      promise_mail_sent: {
        Args: { member: string; lease: string }
        Returns: undefined
      }
      propose_runway: {
        Args: { bank_balance: number; monthly_revenue: number; monthly_burn: number; as_of: string }
        Returns: undefined
      }
      proven_address: {
        Args: { account: string }
        Returns: string
      }
      push_device_gone: {
        Args: { device: string }
        Returns: undefined
      }
      push_failed: {
        Args: { device: string; kind: string; about: string; reason: string; is_temporary: boolean; seconds?: number }
        Returns: undefined
      }
      push_sent: {
        Args: { device: string; kind: string; about: string; happened_at: string }
        Returns: undefined
      }
      read_answer: {
        Args: { founder: string; turn: string }
        Returns: { text: string; is_complete: boolean; changed_at: string }[]
      }
      read_calendar_connection: {
        Args: { founder: string }
        Returns: { refresh_token: string; access_token: string; access_token_ends_at: string; is_broken: boolean }[]
      }
      read_calendar_feed: {
        Args: { secret_hash: string }
        Returns: Json
      }
      read_invitation: {
        Args: { invitation: string }
        Returns: { email: string; inviter: string; has_account: boolean; unused: string }[]
      }
      recent_imports: {
        Args: { founder?: string }
        Returns: { batch: string; kind: string; added: number; created_at: string }[]
      }
      record_call_outcome: {
        Args: { booking: string; outcome: string; content?: string; known_outcome?: string; known_content?: string }
        Returns: undefined
      }
      record_model_usage: {
        Args: { founder: string; purpose: string; model: string; input_tokens?: number; output_tokens?: number; cost_usd?: number }
        Returns: undefined
      }
      refresh_calendar_tokens: {
        Args: { founder: string; old_refresh_token: string; refresh_token: string; access_token: string; access_token_ends_at: string }
        Returns: undefined
      }
      remove_push_device: {
        Args: { endpoint: string }
        Returns: undefined
      }
      reopen_conversation: {
        Args: { founder: string }
        Returns: undefined
      }
      reply_mail_sent: {
        Args: { founder: string; until: string }
        Returns: undefined
      }
      restore_conversation: {
        Args: { conversation: string }
        Returns: undefined
      }
      restore_decision: {
        Args: { decision: string }
        Returns: undefined
      }
      restore_goal: {
        Args: { goal: string }
        Returns: undefined
      }
      review_decision: {
        Args: { decision: string; outcome: string; was_right: string }
        Returns: undefined
      }
      revoke_admin: {
        Args: { account: string }
        Returns: undefined
      }
      revoke_calendar_feed: {
        Args: never
        Returns: undefined
      }
      rotate_webhook_secret: {
        Args: { webhook: string; sealed_secret: string }
        Returns: undefined
      }
      save_calendar_connection: {
        Args: { founder: string; refresh_token: string; access_token: string; access_token_ends_at: string }
        Returns: undefined
      }
      send_invitation_again: {
        Args: { invitation: string }
        Returns: undefined
      }
      send_webhook_again: {
        Args: { delivery: string }
        Returns: undefined
      }
      set_owner: {
        Args: { founders: string[]; member: string }
        Returns: { former: string; changed: string[] }[]
      }
      set_typing: {
        Args: { founder: string; is_typing: boolean }
        Returns: undefined
      }
      settle_goals: {
        Args: { ids: string[]; outcome: string; week?: string }
        Returns: undefined
      }
      snooze_conversation: {
        Args: { founder: string; until: string }
        Returns: undefined
      }
      snooze_founder: {
        Args: { founder: string; until: string; reason: string }
        Returns: undefined
      }
      squad_members: {
        Args: never
        Returns: { id: string; first_name: string; last_name: string; email: string }[]
      }
      stop_answer: {
        Args: { founder: string; turn: string }
        Returns: undefined
      }
      stop_mails: {
        Args: { founder: string; kind: string }
        Returns: undefined
      }
      store_check_in_summary: {
        Args: { check_in: string; summary: string; version?: string }
        Returns: undefined
      }
      switch_webhook: {
        Args: { webhook: string; is_on: boolean }
        Returns: undefined
      }
      taken_slots: {
        Args: { member: string }
        Returns: string[]
      }
      taken_times_for_call: {
        Args: { booking: string }
        Returns: string[]
      }
      taken_times_for_founder: {
        Args: { founder: string; member: string }
        Returns: string[]
      }
      team_steps: {
        Args: never
        Returns: Json
      }
      team_week: {
        Args: { week?: string }
        Returns: Json
      }
      team_week_mail_sent: {
        Args: { member: string; monday: string }
        Returns: undefined
      }
      test_webhook: {
        Args: { webhook: string }
        Returns: string
      }
      this_week: {
        Args: { today: string; since?: string; begins_at?: string }
        Returns: Json
      }
      traction_history: {
        Args: { founder?: string }
        Returns: { loop_id: string; first_week: string; statuses: string[]; conversions: number[]; demos: number[]; messages: number[]; conversions_added: number[]; demos_added: number[]; messages_added: number[] }[]
      }
      typing_members: {
        Args: { founder: string }
        Returns: string[]
      }
      undo_app_entry: {
        Args: { record: string; kind: string }
        Returns: undefined
      }
      undo_import: {
        Args: { batch: string }
        Returns: Json
      }
      undo_message: {
        Args: { batch: string }
        Returns: number
      }
      undo_notes: {
        Args: { batch: string }
        Returns: number
      }
      update_answer: {
        Args: { founder: string; turn: string; writer: string; text: string }
        Returns: boolean
      }
      waiting_conversations: {
        Args: never
        Returns: number
      }
      webhook_failed: {
        Args: { delivery: string; reason: string; status?: number; seconds?: number }
        Returns: undefined
      }
      webhook_log: {
        Args: { webhook: string; page_size?: number; after_at?: string; after_id?: string }
        Returns: { id: string; event: string; created_at: string; delivered_at: string; due_at: string; attempts: number; status: number; failure: string }[]
      }
      webhook_mail_sent: {
        Args: { webhook: string; member: string }
        Returns: undefined
      }
      webhook_sent: {
        Args: { delivery: string; status: number }
        Returns: undefined
      }
      week_mail_sent: {
        Args: { founder: string; monday: string }
        Returns: undefined
      }
      week_so_far: {
        Args: { week_of: string; begins_at: string }
        Returns: Json
      }
      withdraw_invitation: {
        Args: { invitation: string }
        Returns: undefined
      }
    }
  }
}
