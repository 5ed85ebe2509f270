// Made by `npm run types` from supabase/migrations; not to be edited.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      ai_conversations: {
        Row: {
          id: string
          user_id: string
          role: 'user' | 'assistant'
          content: string
          created_at: string
        }
        Insert: {
          id?: string
          user_id: string
          role: 'user' | 'assistant'
          content: string
          created_at?: string
        }
        Update: {
          id?: string
          user_id?: string
          role?: 'user' | 'assistant'
          content?: string
          created_at?: string
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
      goals: {
        Row: {
          id: string
          user_id: string
          text: string
          period: 'weekly' | 'monthly' | 'quarterly' | 'yearly'
          completed: boolean
          created_at: string
        }
        Insert: {
          id?: string
          user_id: string
          text: string
          period: 'weekly' | 'monthly' | 'quarterly' | 'yearly'
          completed?: boolean
          created_at?: string
        }
        Update: {
          id?: string
          user_id?: string
          text?: string
          period?: 'weekly' | 'monthly' | 'quarterly' | 'yearly'
          completed?: boolean
          created_at?: string
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
      profiles: {
        Row: {
          id: string
          first_name: string
          last_name: string
          created_at: string
        }
        Insert: {
          id: string
          first_name?: string
          last_name?: string
          created_at?: string
        }
        Update: {
          id?: string
          first_name?: string
          last_name?: string
          created_at?: string
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
      squad_messages: {
        Row: {
          id: string
          user_id: string
          sender_type: 'user' | 'squad'
          sender_name: string | null
          content: string
          created_at: string
        }
        Insert: {
          id?: string
          user_id: string
          sender_type?: 'user' | 'squad'
          sender_name?: string | null
          content: string
          created_at?: string
        }
        Update: {
          id?: string
          user_id?: string
          sender_type?: 'user' | 'squad'
          sender_name?: string | null
          content?: string
          created_at?: string
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
        }
        Relationships: []
      }
    }
    Views: { [_ in never]: never }
    Functions: {
      take_turn: {
        Args: { bucket: string; allowed: number; seconds: number }
        Returns: number
      }
    }
  }
}
